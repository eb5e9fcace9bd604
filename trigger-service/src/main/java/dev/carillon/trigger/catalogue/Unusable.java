package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.error.ErrorCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Definitions that a leader has applied and this instance can't use. Most of them were refused by that leader too, and a
 * marker says so. Of the others it could make sense, and this instance can't.
 */
final class Unusable {
    /**
     * What the rules of time here are decides about these: the zones of the JVM, how strictly cron is read, and whether its
     * reckoning fails.
     */
    private static final Set<ErrorCode> RULES_OF_TIME =
            EnumSet.of(ErrorCode.BAD_ZONE, ErrorCode.BAD_CRON, ErrorCode.NEVER_FIRES, ErrorCode.EVALUATION_FAILED);

    private final TreeMap<String, Misread> byTask = new TreeMap<>();

    void add(String taskId, long offset, Definition.Bad bad) {
        byTask.put(taskId, new Misread(taskId, offset, bad));
    }

    void remove(String taskId) {
        byTask.remove(taskId);
    }

    /** One that keeps this instance from leading: a newer version may know more than is seen here. */
    Optional<String> unreadable(Function<String, @Nullable Standing> standings) {
        for (Misread misread : byTask.values()) {
            if (!isTime(misread) && !isSaid(misread, standings)) {
                return Optional.of("the definition of " + misread.taskId() + " at offset " + misread.offset());
            }
        }
        return Optional.empty();
    }

    /** Those that can't be planned here; whoever leads parks them, so that all others go on. */
    List<Misread> unplannable(Function<String, @Nullable Standing> standings, int atMost) {
        List<Misread> found = new ArrayList<>();
        for (Map.Entry<String, Misread> entry : byTask.entrySet()) {
            if (isTime(entry.getValue()) && !isSaid(entry.getValue(), standings)) {
                found.add(entry.getValue());
                if (found.size() >= atMost) {
                    return found;
                }
            }
        }
        return found;
    }

    private static boolean isTime(Misread misread) {
        return RULES_OF_TIME.contains(misread.bad().code());
    }

    /** Whether a marker says that it is broken. */
    private static boolean isSaid(Misread misread, Function<String, @Nullable Standing> standings) {
        Standing standing = standings.apply(misread.taskId());
        return standing != null && standing.broken() != null && standing.position() > misread.offset();
    }
}
