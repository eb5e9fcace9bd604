package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Backfill;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the command and the end of the backfill that an execution's key belongs to. */
final class BackfillLook {
    private final TopicScan scan;
    private final TopicNames names;
    private final Set<String> topics;
    private @Nullable ReadValue<Command> order;
    private @Nullable ReadValue<Event> end;

    /**
     * The records of a backfill, apart from the marker.
     *
     * @param order the command; null if no record of it is kept
     * @param end the event of its end; null if there is none
     */
    record Told(
            @Nullable ReadValue<Command> order, @Nullable ReadValue<Event> end) {
        static final Told NOTHING = new Told(null, null);
    }

    BackfillLook(TopicScan scan, TopicNames names, Set<String> topics) {
        this.scan = scan;
        this.names = names;
        this.topics = topics;
    }

    /** Finds the command by its offset, which the key's fraction of a second encodes. */
    Told of(TickFacts.Question question) {
        int nanos = question.at().getNano();
        long offset = Backfill.nanosOf(0) - nanos;
        boolean kept = topics.contains(names.control())
                && scan.log().starts(names.control()).getOrDefault(0, 0L) <= offset;
        if (!kept) {
            return Told.NOTHING;
        }
        scan.until(names.control(), Map.of(0, offset), record -> {
            if (record.offset() == offset) {
                order = record.read(Kind.COMMAND::ifReadable)
                        .filter(command -> command.command() == CommandKind.BACKFILL
                                && command.subject().equals(question.taskId()))
                        .map(command -> ReadValue.of("command", record, command))
                        .orElse(null);
            }
            return true;
        });
        if (order != null && topics.contains(names.events())) {
            findEnd(question.taskId(), order);
        }
        return new Told(order, end);
    }

    /** A schedule has one backfill at a time, so the first end after the command belongs to it. */
    private void findEnd(String taskId, ReadValue<Command> command) {
        int home = Murmur2.partition(
                taskId.getBytes(StandardCharsets.UTF_8), scan.log().partitions(names.events()));
        Instant since = command.at().appended().minus(TickLook.BETWEEN_CLOCKS);
        Long from = scan.log().since(names.events(), since).get(home);
        String range = "backfill of " + command.value().from() + " to before "
                + command.value().to();
        if (from != null) {
            scan.until(names.events(), Map.of(home, from), record -> {
                if (record.keyText().equals(taskId)) {
                    end = record.read(Kind.EVENT::ifReadable)
                            .filter(event -> event.type() == EventType.BACKFILL_ENDED
                                    && String.valueOf(event.message()).startsWith(range))
                            .map(event -> ReadValue.of("backfill ended", record, event))
                            .orElse(null);
                }
                return end != null;
            });
        }
    }
}
