package dev.carillon.console.history;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules, and how their runs went. */
public interface ScheduleBook {
    /** No page has more. */
    int MAX_LIMIT = 500;

    /**
     * In the order of their taskIds.
     *
     * @param cursor {@link Page#next} of the page before; null for the first
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for one that was never given
     */
    Page<ScheduleEntry> find(ScheduleFilter filter, @Nullable String cursor, int limit);

    Optional<ScheduleEntry> get(String taskId);

    /** The last runs of each of the named schedules, the oldest first; those without runs are left out. */
    Map<String, List<RunMark>> lastRuns(Collection<String> taskIds, int each);

    /**
     * How long its runs took, first start to end, from {@code since} until before {@code until}: the runs themselves, the
     * newest {@code most} in order of time, and percentiles over all of them.
     */
    Durations durations(String taskId, Instant since, Instant until, int most);

    /** How its runs ended, by the day in the zone on which they were due; days without runs are left out. */
    List<DayTally> days(String taskId, LocalDate from, LocalDate to, ZoneId zone);
}
