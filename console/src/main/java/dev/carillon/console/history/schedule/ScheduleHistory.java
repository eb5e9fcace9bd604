package dev.carillon.console.history.schedule;

import dev.carillon.console.history.ResultPage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queries for schedules and the results of their runs. */
public interface ScheduleHistory {
    /** Most entries of a page. */
    int MAX_LIMIT = 500;

    /**
     * In the order of their taskIds.
     *
     * @param cursor {@link ResultPage#next} of the page before; null for the first
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for one that no page returned
     */
    ResultPage<ScheduleEntry> find(ScheduleFilter filter, @Nullable String cursor, int limit);

    Optional<ScheduleEntry> get(String taskId);

    /** The last runs of each schedule, the oldest first; schedules without runs are left out. */
    Map<String, List<RunMark>> lastRuns(Collection<String> taskIds, int each);

    /**
     * How long its runs from {@code since} until before {@code until} took, first start to end: the newest {@code most}
     * runs in order of time, and percentiles over all runs.
     */
    DurationPercentiles durations(String taskId, Instant since, Instant until, int most);

    /** How its runs ended, by the day in the zone on which they were due; days without runs are left out. */
    List<DayTally> days(String taskId, LocalDate from, LocalDate to, ZoneId zone);
}
