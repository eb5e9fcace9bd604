package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a backfill begins, what it hears of its executions, and how it ends. */
final class BackfillDecision {
    /** Of all backfills together, about: those ordered in one slice do not see each other. */
    private static final long MOST_PLACES = 20_000;
    /** What one that is open takes in a marker, about. */
    private static final long BYTES_OF_ONE = 75;

    private BackfillDecision() {}

    /** Somebody orders one. */
    static void order(Command command, InputRecord record, Standing standing, Schedule schedule, Draft draft) {
        Instant from = Objects.requireNonNull(command.from());
        Instant to = Objects.requireNonNull(command.to());
        Timing timing = standing.timing();
        Backfill running = standing.arrangements().backfill();
        Instant latest = Instant.ofEpochSecond(record.appended().getEpochSecond());
        String which = ContractException.shown(standing.taskId());
        if (timing == null || timing.isUnforeseeable()) {
            String how = schedule.when().afterEnd() == null ? "the ends of others" : "its own ends";
            refuse(record, ErrorCode.NO_PLAN, "subject: " + which + " follows " + how, draft);
        } else if (running != null) {
            String message = "subject: " + which + " has a backfill of " + range(running) + " already, "
                    + progress(running) + "; wait for its end or cancel it";
            refuse(record, ErrorCode.BACKFILL_UNDER_WAY, message, draft);
        } else if (from.isBefore(Instant.EPOCH)) {
            refuse(record, ErrorCode.OUT_OF_RANGE, "from: " + from + " lies before 1970", draft);
        } else if (to.isAfter(latest)) {
            String message = "to: " + to + " lies after the second in which it was ordered, " + latest
                    + "; what is still to come fires by itself";
            refuse(record, ErrorCode.OUT_OF_RANGE, message, draft);
        } else if (!draft.queueExists(schedule.work().queue())) {
            refuse(record, ErrorCode.UNKNOWN_QUEUE, "queue: " + noTopics(schedule), draft);
        } else {
            long maxRunning = Objects.requireNonNullElse(command.maxRunning(), Backfill.USUALLY_RUNNING);
            long planned;
            Instant putOff;
            try {
                planned = timing.planned(from, to, Backfill.MOST_INSTANTS);
                putOff = putOff(standing, timing, to, draft);
            } catch (RuntimeException e) {
                // Whether the schedule itself has to be parked shows where its ticks are planned.
                String message = "subject: " + Unevaluable.words(from, e) + "; apply the schedule anew";
                refuse(record, ErrorCode.EVALUATION_FAILED, message, draft);
                return;
            }
            if (planned == 0) {
                String message = "from: " + which + " plans no instant from " + from + " to before " + to;
                refuse(record, ErrorCode.NEVER_FIRES, message, draft);
            } else if (putOff != null && !putOff.isBefore(from)) {
                String message = "to: the tick of " + putOff + " is put off until "
                        + standing.jitter().due(standing.taskId(), putOff)
                        + " and fires by itself; name an earlier end";
                refuse(record, ErrorCode.OUT_OF_RANGE, message, draft);
            } else if (planned > Backfill.MOST_INSTANTS) {
                String message = "to: " + which + " plans more than " + Backfill.MOST_INSTANTS + " instants from "
                        + from + " to before " + to + "; order a part of it, and the next one when that has ended";
                refuse(record, ErrorCode.TOO_MANY_ENTRIES, message, draft);
            } else if (draft.awaited().backfills().places() + maxRunning > MOST_PLACES) {
                String message =
                        "maxRunning: with " + maxRunning + " more, all backfills together could have more than "
                                + MOST_PLACES + " executions running; wait for the end of others";
                refuse(record, ErrorCode.TOO_MANY_ENTRIES, message, draft);
            } else {
                draft.size.add(maxRunning * BYTES_OF_ONE);
                begin(
                        standing,
                        Backfill.ordered(from, to, maxRunning, Backfill.nanosOf(record.offset()), planned),
                        draft);
            }
        }
    }

    /** An instant of the range that its jitter has put off, and whose tick therefore comes by itself; null if none is. */
    private static @Nullable Instant putOff(Standing standing, Timing timing, Instant to, Draft draft) {
        Jitter jitter = standing.jitter();
        Instant reached = draft.reached().due();
        Optional<Instant> next = jitter.isNone()
                ? Optional.empty()
                : timing.next(to.minus(jitter.longest()).minusNanos(1));
        while (next.isPresent() && next.get().isBefore(to)) {
            if (jitter.due(standing.taskId(), next.get()).isAfter(reached)) {
                return next.get();
            }
            next = timing.next(next.get());
        }
        return null;
    }

    private static void begin(Standing standing, Backfill backfill, Draft draft) {
        draft.stand(standing.withArrangements(standing.arrangements().withBackfill(backfill)));
        String waits = standing.hasGap() ? "; it begins when the schedule is resumed" : "";
        draft.say(
                EventType.BACKFILL_STARTED,
                standing.taskId(),
                "backfill of " + range(backfill) + ": " + instants(backfill.planned()) + ", at most "
                        + backfill.maxRunning() + " at a time" + waits);
    }

    /** Somebody wants no more of it. */
    static void cancel(InputRecord record, Standing standing, Draft draft) {
        if (standing.arrangements().backfill() == null) {
            String message = "subject: no backfill of " + ContractException.shown(standing.taskId()) + " is under way";
            refuse(record, ErrorCode.NO_BACKFILL, message, draft);
        } else {
            end(standing, "it was cancelled", draft);
        }
    }

    private static void refuse(InputRecord record, ErrorCode code, String message, Draft draft) {
        draft.putAside(record, code, message);
    }

    /** An execution of the schedule has its outcome. */
    static void ended(Standing standing, ExecutionKey key, Draft draft) {
        Backfill backfill = standing.arrangements().backfill();
        if (backfill != null) {
            backfill.ended(key.execTime().instant()).ifPresent(next -> stand(standing, next, draft));
        }
    }

    /** Executions without an outcome take up no place for ever. */
    static void expire(Standing standing, Instant reached, Draft draft) {
        Backfill backfill = standing.arrangements().backfill();
        Instant first = backfill == null ? null : backfill.expires();
        if (backfill != null && first != null && !first.isAfter(reached)) {
            Backfill next = backfill.expired(reached);
            int gone = backfill.open().size() - next.open().size();
            draft.say(
                    EventType.OVERDUE,
                    standing.taskId(),
                    "no outcome of " + gone + (gone == 1 ? " execution" : " executions")
                            + " of its backfill has come by "
                            + reached + ", their deadline and their timeout after it: they hold back no other any"
                            + " longer");
            stand(standing, next, draft);
        }
    }

    /** It has gone on; where nothing is left, that is its end. */
    static void stand(Standing standing, Backfill next, Draft draft) {
        Arrangements arrangements = standing.arrangements().withBackfill(next);
        if (next.isOver()) {
            end(standing.withArrangements(arrangements), "all are made", draft);
        } else {
            draft.stand(standing.withArrangements(arrangements));
        }
    }

    /** It goes on no more, and says how far it came. What it has made runs on. */
    static void end(Standing standing, String why, Draft draft) {
        draft.stand(standing.withArrangements(without(standing, why, draft)));
    }

    /** What stays of the arrangements of a schedule whose backfill ends, if it has one. */
    static Arrangements without(Standing standing, String why, Draft draft) {
        Backfill backfill = standing.arrangements().backfill();
        if (backfill == null) {
            return standing.arrangements();
        }
        String rest = backfill.isDecided() ? "" : "; nothing is made from " + backfill.next() + " on";
        draft.say(
                EventType.BACKFILL_ENDED,
                standing.taskId(),
                "backfill of " + range(backfill) + ", " + why + ": " + progress(backfill) + rest);
        return standing.arrangements().withBackfill(null);
    }

    /** What a new definition takes over: under another timing the range means other instants. */
    static Arrangements kept(@Nullable Standing before, Arrangements arrangements, Timing timing, Draft draft) {
        boolean ends = before != null && arrangements.backfill() != null && !timing.equals(before.timing());
        return before != null && ends ? without(before, "it fires at other times now", draft) : arrangements;
    }

    private static String range(Backfill backfill) {
        return backfill.from() + " to before " + backfill.to();
    }

    private static String progress(Backfill backfill) {
        long leftOut = backfill.leftOut();
        return backfill.made() + " of " + instants(backfill.planned()) + " made"
                + (leftOut == 0 ? "" : ", " + leftOut + " left out by the calendar")
                + (backfill.open().isEmpty() ? "" : ", " + backfill.open().size() + " of them without an outcome yet");
    }

    private static String instants(long count) {
        return count + (count == 1 ? " instant" : " instants");
    }

    static String noTopics(Schedule schedule) {
        return ContractException.shown(schedule.work().queue()) + " has no topics; create them";
    }
}
