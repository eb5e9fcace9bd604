package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.ParentsEnd;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Heard;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a new definition takes over of what is remembered of the schedule. */
final class Inheritance {
    private static final String GIVEN_UP =
            "the schedule was deleted or changed when not all that it depends on had ended";
    private static final String UNREADABLE = "it waited while the definition could not be read";

    private Inheritance() {}

    /**
     * What is remembered from here on.
     *
     * @param last the definition in force before, or null at the beginning of a generation
     * @param floor of the new version
     */
    static Memory of(Memory before, @Nullable Schedule last, Schedule next, Reached floor) {
        Memory memory = before.withFailures(0);
        // What an earlier definition or generation has begun still runs.
        memory = TickDecision.awaitsEnds(next) ? memory : memory.withOpen(List.of());
        memory = last == null || next.when().maxRuns() == null ? memory.withRuns(0) : memory;
        memory = last == null ? memory.withWaiting(List.of()) : memory;
        memory = ownEnds(memory, last, next, decidedAt(floor, next.taskId()));
        return memory.withHeard(heard(memory.heard(), last, next, floor));
    }

    private static Memory ownEnds(Memory memory, @Nullable Schedule last, Schedule next, Instant decided) {
        Duration delay = next.when().afterEnd();
        if (delay == null || !memory.open().isEmpty()) {
            return memory.withNext(null);
        }
        Instant planned = last == null || last.when().afterEnd() == null ? null : memory.next();
        Instant from = next.when().from();
        Instant until = next.when().until();
        boolean stays = planned != null
                && planned.isAfter(decided)
                && (from == null || !planned.isBefore(from))
                && (until == null || !planned.isAfter(until));
        return stays ? memory : OwnEnds.begun(memory, next, decided);
    }

    private static Instant decidedAt(Reached floor, String taskId) {
        return floor.taskId().compareTo(taskId) >= 0 ? floor.due() : floor.due().minusSeconds(1);
    }

    private static @Nullable Heard heard(@Nullable Heard heard, @Nullable Schedule last, Schedule next, Reached floor) {
        List<String> parents = next.when().dependsOn();
        if (parents.isEmpty()) {
            return null;
        }
        if (heard == null || last == null) {
            // Of an instant that is being decided just now, some may have ended before anybody listened.
            return Heard.from(floor.due());
        }
        List<String> before = last.when().dependsOn();
        Heard now = before.equals(parents) ? heard : renumbered(heard, before, parents);
        ParentsEnd asked = next.when().dependsOnEnd();
        return asked == last.when().dependsOnEnd() || asked == ParentsEnd.ENDED ? now : asOtherEnds(now);
    }

    /** Which way they ended nobody remembers, only that it was as was asked for then. */
    private static Heard asOtherEnds(Heard heard) {
        TreeMap<Instant, Heard.Ends> changed = new TreeMap<>(heard.instants());
        changed.replaceAll((instant, ends) -> ends.bits().signum() == 0 ? ends : new Heard.Ends(ends.bits(), true));
        return heard.withEnds(changed);
    }

    /** Says of what was begun to be owed, and is remembered no more, that it is skipped. */
    static void skipLost(Standing before, Memory next, Draft draft) {
        if (before.schedule() == null) {
            // It was parked, and what waited belonged to a definition that nobody could read.
            skip(before, before.memory().waiting(), SkipReason.BROKEN, UNREADABLE, draft);
        }
        Heard heard = before.memory().heard();
        if (heard == null || before.isComplete()) {
            return;
        }
        Heard now = next.heard();
        List<Instant> lost = new ArrayList<>();
        heard.instants().forEach((instant, ends) -> {
            Heard.Ends after = now == null ? null : now.instants().get(instant);
            if (!ends.decided() && (after == null || after.decided())) {
                lost.add(instant);
            }
        });
        skip(before, lost, SkipReason.DEPENDENCY, GIVEN_UP, draft);
    }

    private static void skip(Standing before, List<Instant> instants, SkipReason reason, String because, Draft draft) {
        instants.forEach(
                instant -> draft.skip(before.taskId(), new SkippedRange(reason, instant, instant, 1), because));
    }

    /** What was heard of those that are still named. */
    private static Heard renumbered(Heard heard, List<String> before, List<String> parents) {
        TreeMap<Instant, Heard.Ends> changed = new TreeMap<>();
        for (Map.Entry<Instant, Heard.Ends> entry : heard.instants().entrySet()) {
            BigInteger bits = BigInteger.ZERO;
            for (int i = 0; i < parents.size(); i++) {
                int old = before.indexOf(parents.get(i));
                bits = old >= 0 && entry.getValue().bits().testBit(old) ? bits.setBit(i) : bits;
            }
            changed.put(entry.getKey(), new Heard.Ends(bits, entry.getValue().decided()));
        }
        return heard.withEnds(changed);
    }

    /** What stays of a deleted schedule: what it has begun still runs, and the next generation must know. */
    static Memory ofDeleted(Standing standing) {
        Memory memory = standing.memory();
        return memory.open().isEmpty()
                ? Memory.NONE
                : memory.withRuns(0)
                        .withFailures(0)
                        .withWaiting(List.of())
                        .withNext(null)
                        .withHeard(null);
    }
}
