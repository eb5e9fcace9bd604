package dev.carillon.console.api.schedule;

import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.DependencyCycle;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Refuses what can't be planned, or would never fire again; a single instant in the past is a missed tick. */
final class FiringCheck {
    private final KnownEntries known;
    private final ScheduleBook book;
    private final Clock clock;

    FiringCheck(KnownEntries known, ScheduleBook book, Clock clock) {
        this.known = known;
        this.book = book;
        this.clock = clock;
    }

    /**
     * Refuses one that does not fire.
     *
     * @param parents what each schedule depends on; null for one that does not exist
     */
    void require(Schedule schedule, Function<String, @Nullable List<String>> parents) {
        Plan plan = known.plan(schedule);
        DependencyCycle.refuse(schedule, parents);
        When when = schedule.when();
        Instant until = when.until();
        boolean byTheClock =
                when.at() == null && when.afterEnd() == null && when.dependsOn().isEmpty();
        if (until != null && byTheClock && plan.next(clock.instant(), 1).isEmpty()) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    "until",
                    "nothing is planned between now and " + until,
                    "choose a later until, or leave it out");
        }
    }

    /** What a schedule depends on as far as the history knows it. */
    @Nullable
    List<String> parents(String taskId) {
        return book.get(taskId)
                .map(ScheduleEntry::schedule)
                .map(schedule -> schedule.when().dependsOn())
                .orElse(null);
    }
}
