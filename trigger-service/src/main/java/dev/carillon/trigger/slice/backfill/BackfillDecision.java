package dev.carillon.trigger.slice.backfill;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts, cancels and ends the backfill of a schedule, and counts its executions as they end. */
public final class BackfillDecision {
    /** Executions of all backfills together, about: those ordered in one slice are not counted for each other. */
    private static final long MAX_RUNNING = 20_000;
    /** About what one running execution takes in a marker. */
    private static final long BYTES_PER_EXECUTION = 75;

    private BackfillDecision() {}

    /** Starts the backfill that a command orders, or refuses it. */
    public static void order(
            Command command, InputRecord record, ScheduleState state, Schedule schedule, SlicePlanBuilder slice) {
        Instant from = Objects.requireNonNull(command.from());
        Instant to = Objects.requireNonNull(command.to());
        Timing timing = state.timing();
        Backfill running = state.overrides().backfill();
        Instant latest = Instant.ofEpochSecond(record.appended().getEpochSecond());
        String which = ContractException.shown(state.taskId());
        if (timing == null || timing.isUnforeseeable()) {
            String how = schedule.when().afterEnd() == null ? "the ends of other schedules" : "its own ends";
            String message = "subject: " + which + " fires after " + how + ", so it plans no past instants";
            refuse(record, ErrorCode.NO_PLAN, message, slice);
        } else if (running != null) {
            String message = "subject: " + which + " has a backfill of " + range(running) + " already, "
                    + progress(running) + "; wait for its end or cancel it";
            refuse(record, ErrorCode.BACKFILL_UNDER_WAY, message, slice);
        } else if (from.isBefore(Instant.EPOCH)) {
            refuse(record, ErrorCode.OUT_OF_RANGE, "from: " + from + " lies before 1970", slice);
        } else if (to.isAfter(latest)) {
            String message = "to: " + to + " lies after " + latest
                    + ", the second in which it was ordered; later instants fire by themselves";
            refuse(record, ErrorCode.OUT_OF_RANGE, message, slice);
        } else if (!slice.queueExists(schedule.work().queue())) {
            refuse(record, ErrorCode.UNKNOWN_QUEUE, "queue: " + noTopics(schedule), slice);
        } else {
            long maxRunning = Objects.requireNonNullElse(command.maxRunning(), Backfill.USUALLY_RUNNING);
            long planned;
            Instant putOff;
            try {
                planned = timing.planned(from, to, Backfill.MOST_INSTANTS);
                putOff = putOff(state, timing, to, slice);
            } catch (RuntimeException e) {
                // Only the command fails; the schedule is parked, if need be, where its ticks are planned.
                String message = "subject: " + UnevaluableSchedule.words(from, e) + "; apply the schedule again";
                refuse(record, ErrorCode.EVALUATION_FAILED, message, slice);
                return;
            }
            if (planned == 0) {
                String message = "from: " + which + " plans no instant from " + from + " to before " + to;
                refuse(record, ErrorCode.NEVER_FIRES, message, slice);
            } else if (putOff != null && !putOff.isBefore(from)) {
                String message = "to: the tick of " + putOff + " is put off until "
                        + state.jitter().due(state.taskId(), putOff)
                        + " and fires by itself; name an earlier end";
                refuse(record, ErrorCode.OUT_OF_RANGE, message, slice);
            } else if (planned > Backfill.MOST_INSTANTS) {
                String message = "to: " + which + " plans more than " + Backfill.MOST_INSTANTS + " instants from "
                        + from + " to before " + to + "; order a part of it, and the next one when that has ended";
                refuse(record, ErrorCode.TOO_MANY_ENTRIES, message, slice);
            } else if (slice.outcomeInterest().backfills().places() + maxRunning > MAX_RUNNING) {
                String message = "maxRunning: with " + maxRunning + " more, all backfills together could run more than "
                        + MAX_RUNNING + " executions; wait until another backfill has ended";
                refuse(record, ErrorCode.TOO_MANY_ENTRIES, message, slice);
            } else {
                slice.size().add(maxRunning * BYTES_PER_EXECUTION);
                begin(state, Backfill.ordered(from, to, maxRunning, Backfill.nanosOf(record.offset()), planned), slice);
            }
        }
    }

    /** An instant of the range that jitter puts off beyond the watermark, so that it fires by itself; or null. */
    private static @Nullable Instant putOff(ScheduleState state, Timing timing, Instant to, SlicePlanBuilder slice) {
        Jitter jitter = state.jitter();
        Instant reached = slice.reached().due();
        Optional<Instant> next = jitter.isNone()
                ? Optional.empty()
                : timing.next(to.minus(jitter.longest()).minusNanos(1));
        while (next.isPresent() && next.get().isBefore(to)) {
            if (jitter.due(state.taskId(), next.get()).isAfter(reached)) {
                return next.get();
            }
            next = timing.next(next.get());
        }
        return null;
    }

    private static void begin(ScheduleState state, Backfill backfill, SlicePlanBuilder slice) {
        slice.setState(state.withOverrides(state.overrides().withBackfill(backfill)));
        String waits = state.hasGap() ? "; it begins when the schedule is resumed" : "";
        slice.publish(
                EventType.BACKFILL_STARTED,
                state.taskId(),
                "backfill of " + range(backfill) + ": " + instants(backfill.planned()) + ", at most "
                        + backfill.maxRunning() + " at a time" + waits);
    }

    /** Ends the backfill because a command cancels it. */
    public static void cancel(InputRecord record, ScheduleState state, SlicePlanBuilder slice) {
        if (state.overrides().backfill() == null) {
            String message = "subject: no backfill of " + ContractException.shown(state.taskId()) + " is under way";
            refuse(record, ErrorCode.NO_BACKFILL, message, slice);
        } else {
            end(state, "it was cancelled", slice);
        }
    }

    private static void refuse(InputRecord record, ErrorCode code, String message, SlicePlanBuilder slice) {
        slice.deadLetter(record, code, message);
    }

    /** Frees the place of an execution that has its outcome. */
    public static void ended(ScheduleState state, ExecutionKey key, SlicePlanBuilder slice) {
        Backfill backfill = state.overrides().backfill();
        if (backfill != null) {
            backfill.ended(key.execTime().instant()).ifPresent(next -> store(state, next, slice));
        }
    }

    /** Frees the places of executions whose outcome is overdue, or the backfill would wait for ever. */
    public static void expire(ScheduleState state, Instant reached, SlicePlanBuilder slice) {
        Backfill backfill = state.overrides().backfill();
        Instant first = backfill == null ? null : backfill.expires();
        if (backfill != null && first != null && !first.isAfter(reached)) {
            Backfill next = backfill.expired(reached);
            int gone = backfill.open().size() - next.open().size();
            slice.publish(
                    EventType.OVERDUE,
                    state.taskId(),
                    gone + (gone == 1 ? " execution" : " executions") + " of its backfill had no outcome by " + reached
                            + ", after deadline, timeout and grace; the backfill no longer waits for "
                            + (gone == 1 ? "it" : "them"));
            store(state, next, slice);
        }
    }

    /** Stores how far the backfill is, and ends it when nothing is left. */
    static void store(ScheduleState state, Backfill next, SlicePlanBuilder slice) {
        ScheduleOverrides overrides = state.overrides().withBackfill(next);
        if (next.isOver()) {
            end(state.withOverrides(overrides), "all are made", slice);
        } else {
            slice.setState(state.withOverrides(overrides));
        }
    }

    /** Ends the backfill and publishes how far it came; executions that it has made run on. */
    static void end(ScheduleState state, String why, SlicePlanBuilder slice) {
        slice.setState(state.withOverrides(withoutBackfill(state, why, slice)));
    }

    /** The overrides without the backfill; publishes its end if there was one. */
    public static ScheduleOverrides withoutBackfill(ScheduleState state, String why, SlicePlanBuilder slice) {
        Backfill backfill = state.overrides().backfill();
        if (backfill == null) {
            return state.overrides();
        }
        String rest = backfill.isDecided() ? "" : "; nothing is made from " + backfill.next() + " on";
        slice.publish(
                EventType.BACKFILL_ENDED,
                state.taskId(),
                "backfill of " + range(backfill) + ", " + why + ": " + progress(backfill) + rest);
        return state.overrides().withBackfill(null);
    }

    /** The overrides that a new definition takes over; under another timing the range would mean other instants. */
    public static ScheduleOverrides carriedOver(
            @Nullable ScheduleState before, ScheduleOverrides overrides, Timing timing, SlicePlanBuilder slice) {
        boolean ends = before != null && overrides.backfill() != null && !timing.equals(before.timing());
        return before != null && ends ? withoutBackfill(before, "it fires at other times now", slice) : overrides;
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
