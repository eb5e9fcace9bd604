package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.schedule.DurationPercentiles;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The schedules of the topic in memory; each has had three runs. */
public final class MemoryBook implements ScheduleHistory {
    private final MemoryRecordLog log;
    /** The trigger uses no record from this offset on. */
    public volatile long notTakenFrom = Long.MAX_VALUE;
    /** The history shows nothing from this offset on. */
    public volatile long notShownFrom = Long.MAX_VALUE;
    /** Why the trigger can't use any schedule; null if it can. */
    public volatile @Nullable String problem;

    MemoryBook(MemoryRecordLog log) {
        this.log = log;
    }

    /** The topic's end and the fields above, for which {@link #folded} was made. */
    private List<Object> foldedFor = List.of();

    private NavigableMap<String, ScheduleEntry> folded = new TreeMap<>();

    private synchronized NavigableMap<String, ScheduleEntry> all() {
        List<Object> now = List.of(
                log.ends(RunningConsole.NAMES.schedules()), notTakenFrom, notShownFrom, String.valueOf(problem));
        if (!now.equals(foldedFor)) {
            folded = folded();
            foldedFor = now;
        }
        return folded;
    }

    private NavigableMap<String, ScheduleEntry> folded() {
        TreeMap<String, ScheduleEntry> all = new TreeMap<>();
        for (ReceivedRecord record : log.all(RunningConsole.NAMES.schedules())) {
            if (record.offset() >= notShownFrom) {
                continue;
            }
            if (record.value() == null) {
                all.remove(record.keyText());
            } else {
                Schedule schedule = record.read(Kind.SCHEDULE::ifReadable).orElse(null);
                all.put(
                        record.keyText(),
                        new ScheduleEntry(
                                record.keyText(),
                                schedule,
                                record.offset(),
                                record.appended(),
                                record.offset() >= notTakenFrom ? null : (Long) record.offset(),
                                schedule == null ? "BAD_JSON: it can't be read" : problem));
            }
        }
        return all;
    }

    @Override
    public ResultPage<ScheduleEntry> find(ScheduleFilter filter, @Nullable String cursor, int limit) {
        if (cursor != null && !cursor.startsWith("after-")) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_CURSOR, "the cursor is not one of ours", "cursor", cursor, "next of a page");
        }
        String after = cursor == null ? "" : cursor.substring("after-".length());
        List<ScheduleEntry> found = all().tailMap(after, false).values().stream()
                .filter(entry -> filter.standing() == null || entry.standing() == filter.standing())
                .filter(entry -> filter.search() == null || entry.taskId().contains(filter.search()))
                .toList();
        if (found.size() <= limit) {
            return new ResultPage<>(found, null);
        }
        List<ScheduleEntry> page = found.subList(0, limit);
        return new ResultPage<>(page, "after-" + page.get(limit - 1).taskId());
    }

    @Override
    public Optional<ScheduleEntry> get(String taskId) {
        return Optional.ofNullable(all().get(taskId));
    }

    private static List<RunMark> marks(String taskId) {
        Instant at = RunningConsole.NOW.minusSeconds(3_600);
        return List.of(
                new RunMark(ExecutionKey.of(taskId, at), ExecutionState.SUCCEEDED, at, Duration.ofNanos(12_500_000), 1),
                new RunMark(ExecutionKey.of(taskId, at.plusSeconds(60)), ExecutionState.FAILED, at, Duration.ZERO, 4),
                new RunMark(ExecutionKey.of(taskId, at.plusSeconds(120)), ExecutionState.RUNNING, at, null, 1));
    }

    @Override
    public Map<String, List<RunMark>> lastRuns(Collection<String> taskIds, int each) {
        Map<String, List<RunMark>> runs = new TreeMap<>();
        taskIds.forEach(id -> runs.put(id, marks(id).subList(0, Math.min(each, 3))));
        return runs;
    }

    @Override
    public DurationPercentiles durations(String taskId, Instant since, Instant until, int most) {
        return new DurationPercentiles(
                marks(taskId),
                2,
                Duration.ofMillis(12),
                Duration.ofMillis(13),
                Duration.ofMillis(14),
                Duration.ofMillis(15));
    }

    @Override
    public List<DayTally> days(String taskId, LocalDate from, LocalDate to, ZoneId zone) {
        return List.of(new DayTally(from, 1, 2, 3, 4, 5), new DayTally(to, 5, 4, 3, 2, 1));
    }
}
