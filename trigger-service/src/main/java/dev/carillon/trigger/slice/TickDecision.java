package dev.carillon.trigger.slice;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Overlap;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Task;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What becomes of the ticks of a schedule whose ticks depend on what became of earlier ones. An execution of a tick is open
 * until its outcome is applied; runs that somebody asked for and submissions are nobody's ticks and hold back none.
 */
final class TickDecision {
    /** Ticks that wait for an earlier execution; those beyond are skipped. */
    private static final int MAX_WAITING = 1_000;

    private static final String ANEW = "it waited for an earlier execution, and a new definition let it wait no longer";

    private final String taskId;
    private final Schedule schedule;
    private final Draft draft;

    TickDecision(Standing standing, Schedule schedule, Draft draft) {
        this.taskId = standing.taskId();
        this.schedule = schedule;
        this.draft = draft;
    }

    /** Whether its ticks depend on earlier ones at all. */
    static boolean remembers(Schedule schedule) {
        return awaitsEnds(schedule) || schedule.when().maxRuns() != null;
    }

    /** Whether executions of its ticks have to be known until they end. */
    static boolean awaitsEnds(Schedule schedule) {
        return schedule.overlap() != Overlap.ALLOW || schedule.when().afterEnd() != null;
    }

    private Standing standing() {
        return Objects.requireNonNull(draft.standing(taskId));
    }

    private Memory memory() {
        return standing().memory();
    }

    private void remember(Memory memory) {
        draft.stand(standing().withMemory(memory));
    }

    /** Decides a tick that falls due now. */
    void decide(Instant nominal, Instant mayStart) {
        Memory memory = memory();
        if (schedule.overlap() == Overlap.ALLOW
                || (memory.open().isEmpty() && memory.waiting().isEmpty())) {
            begin(nominal, mayStart);
            return;
        }
        switch (schedule.overlap()) {
            case ALLOW -> throw new IllegalStateException("nothing holds back what may overlap");
            case SKIP -> skip(nominal, SkipReason.OVERLAP, SkipCause.inTheWay(memory));
            case QUEUE_ONE -> queue(nominal, 1);
            case QUEUE_ALL -> queue(nominal, MAX_WAITING);
            case CANCEL_OTHER -> cancelOthers(nominal);
        }
    }

    private void queue(Instant nominal, int atMost) {
        List<Instant> waiting = new ArrayList<>(memory().waiting());
        if (waiting.size() >= atMost) {
            String most = waiting.size() + (atMost == 1 ? " tick waits" : " ticks wait") + " already, the first of "
                    + waiting.get(0);
            skip(nominal, SkipReason.OVERLAP, most);
        } else {
            waiting.add(nominal);
            remember(memory().withWaiting(waiting));
        }
    }

    /** The newest tick waits for the end of what it cancels, in the place of any that has waited for that already. */
    private void cancelOthers(Instant nominal) {
        List<Instant> replaced = memory().waiting();
        String because = "the tick of " + nominal + " took its place, as overlap is cancel-other";
        replaced.forEach(instant -> skip(instant, SkipReason.OVERLAP, because));
        remember(memory().withWaiting(List.of(nominal)));
        if (replaced.isEmpty()) {
            cancelOpen();
        }
    }

    void cancelOpen() {
        for (ExecutionKey open : memory().open()) {
            draft.order(Command.of(
                    CommandKind.CANCEL,
                    open.toString(),
                    draft.now,
                    "a later tick takes its place, as overlap is cancel-other"));
        }
    }

    private void begin(Instant nominal, Instant mayStart) {
        Task task = Ticks.task(standing(), schedule, nominal, mayStart);
        draft.dispatch(task, schedule.routing());
        boolean counts = schedule.when().maxRuns() != null;
        Memory memory = memory().withNext(null);
        memory = counts ? memory.withRuns(memory.runs() + 1) : memory;
        if (awaitsEnds(schedule)) {
            Instant until = Ticks.over(task, draft.rules().grace());
            memory = memory.begun(Objects.requireNonNull(task.key()), until);
        }
        remember(memory);
        if (standing().isComplete()) {
            // No tick comes any more that would end what its calendar has left out so far.
            draft.leftOut.end(standing());
        }
    }

    private void skip(Instant nominal, SkipReason reason, String because) {
        draft.skip(taskId, new SkippedRange(reason, nominal, nominal, 1), because);
    }

    /** Lets ticks that wait become tasks as long as nothing is in their way. */
    void startWaiting() {
        while (!memory().waiting().isEmpty() && (memory().open().isEmpty() || schedule.overlap() == Overlap.ALLOW)) {
            List<Instant> waiting = memory().waiting();
            Instant first = waiting.get(0);
            if (standing().isComplete()) {
                String used = "the schedule had its " + schedule.when().maxRuns() + " runs (maxRuns) while it waited";
                skipWaiting(SkipReason.OVERLAP, used);
                return;
            }
            remember(memory().withWaiting(waiting.subList(1, waiting.size())));
            if (draft.queueExists(schedule.work().queue())) {
                begin(first, draft.now);
            } else {
                skip(first, SkipReason.BROKEN, SkipCause.noQueue(schedule));
            }
        }
    }

    void skipWaiting(SkipReason reason, String because) {
        memory().waiting().forEach(instant -> skip(instant, reason, because));
        remember(memory().withWaiting(List.of()));
    }

    /** A new definition decides the ticks that wait for the end of an earlier one's. */
    void decideWaitingAnew() {
        List<Instant> waiting = memory().waiting();
        if (waiting.isEmpty()) {
            return;
        }
        if (!schedule.enabled()) {
            skipWaiting(SkipReason.PAUSED, "the schedule was paused while it waited");
            return;
        }
        switch (schedule.overlap()) {
            case ALLOW -> keep(waiting.subList(0, Math.min(waiting.size(), PauseRoom.room(schedule, draft))));
            case SKIP -> skipWaiting(SkipReason.OVERLAP, ANEW);
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
        memory().waiting().stream()
                .filter(instant -> !some.contains(instant))
                .forEach(instant -> skip(instant, SkipReason.OVERLAP, ANEW));
        remember(memory().withWaiting(some));
    }
}
