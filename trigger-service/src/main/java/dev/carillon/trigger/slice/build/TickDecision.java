package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Overlap;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Decides the ticks of a schedule whose ticks depend on earlier ones: by its overlap rule, its own ends or its number
 * of runs. An execution of a tick is open until its outcome is applied; manual runs, backfills and submissions block no
 * tick.
 */
public final class TickDecision {
    /** Ticks that wait for an earlier execution; those beyond are skipped. */
    private static final int MAX_WAITING = 1_000;

    private static final String WAIT_ENDED =
            "it waited for an earlier execution, and a new definition does not let it wait";

    private final String taskId;
    private final Schedule schedule;
    private final SlicePlanBuilder slice;

    public TickDecision(ScheduleState state, Schedule schedule, SlicePlanBuilder slice) {
        this.taskId = state.taskId();
        this.schedule = schedule;
        this.slice = slice;
    }

    /** Whether its ticks depend on earlier ones at all. */
    static boolean needsProgress(Schedule schedule) {
        return awaitsEnds(schedule) || schedule.when().maxRuns() != null;
    }

    /** Whether executions of its ticks have to be tracked until they end. */
    static boolean awaitsEnds(Schedule schedule) {
        return schedule.overlap() != Overlap.ALLOW || schedule.when().afterEnd() != null;
    }

    private ScheduleState state() {
        return Objects.requireNonNull(slice.state(taskId));
    }

    private TickProgress progress() {
        return state().progress();
    }

    private void store(TickProgress progress) {
        slice.setState(state().withProgress(progress));
    }

    /** Decides a tick that falls due now. */
    void decide(Instant nominal, Instant mayStart) {
        TickProgress progress = progress();
        if (schedule.overlap() == Overlap.ALLOW
                || (progress.open().isEmpty() && progress.waiting().isEmpty())) {
            begin(nominal, mayStart);
            return;
        }
        switch (schedule.overlap()) {
            case ALLOW -> throw new IllegalStateException("overlap allow blocks no tick");
            case SKIP -> skip(nominal, SkipReason.OVERLAP, SkipCause.blockedBy(progress));
            case QUEUE_ONE -> queue(nominal, 1);
            case QUEUE_ALL -> queue(nominal, MAX_WAITING);
            case CANCEL_OTHER -> cancelOthers(nominal);
        }
    }

    private void queue(Instant nominal, int atMost) {
        List<Instant> waiting = new ArrayList<>(progress().waiting());
        if (waiting.size() >= atMost) {
            String most = waiting.size() + (atMost == 1 ? " tick waits" : " ticks wait") + " already, the first of "
                    + waiting.get(0);
            skip(nominal, SkipReason.OVERLAP, most);
        } else {
            waiting.add(nominal);
            store(progress().withWaiting(waiting));
        }
    }

    /** The newest tick waits for the end of what it cancels, in the place of any that has waited for that already. */
    private void cancelOthers(Instant nominal) {
        List<Instant> replaced = progress().waiting();
        String because = "the tick of " + nominal + " took its place, as overlap is cancel-other";
        replaced.forEach(instant -> skip(instant, SkipReason.OVERLAP, because));
        store(progress().withWaiting(List.of(nominal)));
        if (replaced.isEmpty()) {
            cancelOpen();
        }
    }

    void cancelOpen() {
        for (ExecutionKey open : progress().open()) {
            slice.order(Command.of(
                    CommandKind.CANCEL,
                    open.toString(),
                    slice.now(),
                    "a later tick takes its place, as overlap is cancel-other"));
        }
    }

    private void begin(Instant nominal, Instant mayStart) {
        Task task = TickRecords.task(state(), schedule, nominal, mayStart);
        slice.dispatch(task, schedule.routing());
        boolean counts = schedule.when().maxRuns() != null;
        TickProgress progress = progress().withNext(null);
        progress = counts ? progress.withRuns(progress.runs() + 1) : progress;
        if (awaitsEnds(schedule)) {
            Instant until = TickRecords.over(task, slice.rules().grace());
            progress = progress.begun(Objects.requireNonNull(task.key()), until);
        }
        store(progress);
        if (state().isComplete()) {
            // No later tick ends the range that its calendar has left out.
            slice.leftOut().end(state());
        }
    }

    private void skip(Instant nominal, SkipReason reason, String because) {
        slice.skip(taskId, new SkippedRange(reason, nominal, nominal, 1), because);
    }

    /** Dispatches waiting ticks until one of their executions blocks the rest. */
    public void startWaiting() {
        while (!progress().waiting().isEmpty()
                && (progress().open().isEmpty() || schedule.overlap() == Overlap.ALLOW)) {
            List<Instant> waiting = progress().waiting();
            Instant first = waiting.get(0);
            if (state().isComplete()) {
                String used = "the schedule had its " + schedule.when().maxRuns() + " runs (maxRuns) while it waited";
                skipWaiting(SkipReason.OVERLAP, used);
                return;
            }
            store(progress().withWaiting(waiting.subList(1, waiting.size())));
            if (slice.queueExists(schedule.work().queue())) {
                begin(first, slice.now());
            } else {
                skip(first, SkipReason.BROKEN, SkipCause.noQueue(schedule));
            }
        }
    }

    public void skipWaiting(SkipReason reason, String because) {
        progress().waiting().forEach(instant -> skip(instant, reason, because));
        store(progress().withWaiting(List.of()));
    }

    /** Decides the waiting ticks by the overlap rule of a new definition. */
    public void redecideWaiting() {
        List<Instant> waiting = progress().waiting();
        if (waiting.isEmpty()) {
            return;
        }
        if (!schedule.enabled()) {
            skipWaiting(SkipReason.PAUSED, "the schedule was paused while it waited");
            return;
        }
        switch (schedule.overlap()) {
            case ALLOW -> keep(waiting.subList(0, Math.min(waiting.size(), PauseRoom.room(schedule, slice))));
            case SKIP -> skipWaiting(SkipReason.OVERLAP, WAIT_ENDED);
            case QUEUE_ONE -> keep(waiting.subList(0, 1));
            case QUEUE_ALL -> {
                // They wait on.
            }
            case CANCEL_OTHER -> {
                keep(waiting.subList(waiting.size() - 1, waiting.size()));
                cancelOpen();
            }
        }
        startWaiting();
    }

    private void keep(List<Instant> some) {
        progress().waiting().stream()
                .filter(instant -> !some.contains(instant))
                .forEach(instant -> skip(instant, SkipReason.OVERLAP, WAIT_ENDED));
        store(progress().withWaiting(some));
    }
}
