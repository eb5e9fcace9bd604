package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.schedule.DurationPercentiles;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.schedule.ScheduleFilter.Standing;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules, what the trigger reported of them, and how long and on which days their runs ran. */
final class SqlScheduleHistoryTest {
    private final Written written = new Written();
    private final SqlRows rows;
    private final SqlScheduleHistory schedules;
    private int stored;

    SqlScheduleHistoryTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        schedules = new SqlScheduleHistory(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private List<ReceivedRecord> news() {
        List<ReceivedRecord> more =
                List.copyOf(written.records().subList(stored, written.records().size()));
        stored = written.records().size();
        return more;
    }

    private void store() {
        rows.write(news());
    }

    /** A definition; the text has apostrophes in place of quotation marks. */
    private void define(String taskId, String more) {
        String json = "{'taskId':'" + taskId + "','every':'PT1M','type':'shell'" + more + "}";
        written.put(
                Written.NAMES.schedules(), taskId, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Map.of());
    }

    private void delete(String taskId) {
        written.put(Written.NAMES.schedules(), taskId, null, Map.of());
    }

    private void applied(String taskId, long position) {
        String data = "{\"applied\":[{\"taskId\":\"" + taskId + "\",\"position\":" + position + "}]}";
        written.event(EventType.SCHEDULE_APPLIED, "trigger-0", RawJson.parse(data));
    }

    private List<String> found(ScheduleFilter filter) {
        return schedules.find(filter, null, 100).items().stream()
                .map(ScheduleEntry::taskId)
                .toList();
    }

    private List<String> found(@Nullable String search, @Nullable String label) {
        return found(new ScheduleFilter(search, null, null, null, label));
    }

    @Test
    void aThousandSchedulesComeOnceAndInOrderInPages() {
        for (int i = 0; i < 1_000; i++) {
            define("task-" + (i * 7_919) % 1_000, "");
        }
        store();
        List<String> got = new ArrayList<>();
        String cursor = null;
        do {
            ResultPage<ScheduleEntry> page = schedules.find(ScheduleFilter.ALL, cursor, 37);
            page.items().forEach(entry -> got.add(entry.taskId()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(got).hasSize(1_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void schedulesThatComeAndGoBetweenTwoPagesHideNoOther() {
        for (String taskId : List.of("a", "b", "c", "d", "e")) {
            define(taskId, "");
        }
        store();
        ResultPage<ScheduleEntry> first = schedules.find(ScheduleFilter.ALL, null, 2);
        delete("b");
        define("a2", "");
        define("c2", "");
        store();
        assertThat(schedules.find(ScheduleFilter.ALL, first.next(), 10).items())
                .extracting(ScheduleEntry::taskId)
                .containsExactly("c", "c2", "d", "e");
    }

    @Test
    void aSearchLooksInTheWordsThatPeopleWriteInAnyCase() {
        define("one", ",'name':'Nächtlicher Import'");
        define("two", ",'description':'imports the ORDERS of 50% off_season!'");
        define("three", ",'owner':'o\\u0027hara','payload':{'import':true}");
        define("IMPORT.4", "");
        store();
        assertThat(found("import", null)).containsExactly("IMPORT.4", "one", "two");
        assertThat(found("NÄCHTLICH", null)).containsExactly("one");
        assertThat(found("O'Hara", null)).containsExactly("three");
        assertThat(found("50%", null)).containsExactly("two");
        assertThat(found("f_s", null)).containsExactly("two");
        assertThat(found("n!", null)).containsExactly("two");
        assertThat(found("%", null)).containsExactly("two");
        assertThat(found("\\", null)).isEmpty();
        assertThat(found("", null)).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "team=Money, 1",
        "team=money, 1",
        "team=mon, 0",
        "team, 0",
        "größe=ä=b, 1",
        "x=%, 1",
        "=, 0",
        "q=a\"b\\c, 1"
    })
    void aLabelIsFoundByItsNameAndWholeValue(String label, int count) {
        define("one", ",'labels':{'team':'Money','größe':'ä=b'}");
        define("two", ",'labels':{'team':'money','x':'%','q':'a\\\"b\\\\c'}");
        store();
        assertThat(found(null, label)).hasSize(count);
    }

    @Test
    void queueAndTypeOfTheWorkSelect() {
        define("one", ",'queue':'slow'");
        written.put(
                Written.NAMES.schedules(),
                "two",
                "{\"taskId\":\"two\",\"every\":\"PT1M\",\"type\":\"http\"}".getBytes(StandardCharsets.UTF_8),
                Map.of());
        store();
        assertThat(found(new ScheduleFilter(null, null, "slow", null, null))).containsExactly("one");
        assertThat(found(new ScheduleFilter(null, null, "default", "http", null)))
                .containsExactly("two");
        assertThat(found(new ScheduleFilter(null, null, "slow", "http", null))).isEmpty();
    }

    @Test
    void ofSeveralVersionsInOneBatchTheLastOneCounts() {
        define("report", ",'name':'first'");
        define("report", ",'name':'second'");
        delete("gone");
        define("gone", "");
        delete("gone");
        define("back", "");
        delete("back");
        define("back", ",'name':'again'");
        List<ReceivedRecord> mixed = new ArrayList<>(news());
        Collections.reverse(mixed);
        rows.write(mixed).write(mixed);

        assertThat(found(ScheduleFilter.ALL)).containsExactly("back", "report");
        assertThat(schedules.get("report").orElseThrow().schedule()).satisfies(schedule -> assertThat(
                        schedule == null ? null : schedule.work().name())
                .isEqualTo("second"));
        assertThat(schedules.get("gone")).isEmpty();
    }

    @Test
    void aDefinitionThatCannotBeReadIsBrokenAndFoundByItsTaskIdAlone() {
        define("fine", "");
        define("odd", ",'every':'never'");
        store();
        ScheduleEntry odd = schedules.get("odd").orElseThrow();
        assertThat(odd.standing()).isEqualTo(Standing.BROKEN);
        assertThat(odd.schedule()).isNull();
        assertThat(found("od", null)).containsExactly("odd");
        assertThat(found(new ScheduleFilter(null, Standing.BROKEN, null, null, null)))
                .containsExactly("odd");
        assertThat(found(new ScheduleFilter(null, Standing.ACTIVE, "default", "shell", null)))
                .containsExactly("fine");
    }

    /** Which of its two reports about a definition the trigger wrote last. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void theTriggersLastReportCountsInWhateverOrderTheReportsAreRead(boolean brokenLast, boolean reversed) {
        define("report", "");
        List<Runnable> reports = new ArrayList<>(
                List.of(() -> applied("report", 0), () -> written.event(EventType.SCHEDULE_BROKEN, "report", null)));
        if (!brokenLast) {
            Collections.reverse(reports);
        }
        reports.forEach(Runnable::run);
        List<ReceivedRecord> order = new ArrayList<>(news());
        if (reversed) {
            Collections.reverse(order);
        }
        order.forEach(record -> rows.write(List.of(record)));

        Standing expected = brokenLast ? Standing.BROKEN : Standing.ACTIVE;
        ScheduleEntry entry = schedules.get("report").orElseThrow();
        assertThat(entry.standing()).isEqualTo(expected);
        assertThat(entry.inForce()).isEqualTo(!brokenLast);
        assertThat(found(new ScheduleFilter(null, expected, null, null, null))).containsExactly("report");
    }

    @Test
    void aNewVersionIsNotInForceUntilTheTriggerHasAppliedIt() {
        define("report", "");
        applied("report", 0);
        store();
        assertThat(schedules.get("report").orElseThrow().inForce()).isTrue();
        define("report", ",'name':'new'");
        long version = written.records().get(written.records().size() - 1).offset();
        store();
        assertThat(schedules.get("report").orElseThrow().inForce()).isFalse();
        applied("report", version);
        applied("report", 0);
        store();
        assertThat(schedules.get("report").orElseThrow().inForce())
                .as("an older report is read later")
                .isTrue();
    }

    private void ran(String taskId, Instant nominal, Duration took, OutcomeStatus status) {
        ExecutionKey key = ExecutionKey.of(taskId, nominal);
        Task task = written.task(key).withNominalTime(nominal).withSchedule(1, 1);
        ResultStatus end = status == OutcomeStatus.SUCCEEDED ? ResultStatus.SUCCEEDED : ResultStatus.FAILED;
        Result result = Result.of(key, 1, end)
                .withRun(new WorkerRef("w", "i"), new AttemptTimes(nominal, nominal, nominal.plus(took)), null);
        written.at(nominal).queued(task).reported(result).ended(key, status, 1, result);
    }

    @Test
    void percentilesAreThoseOfTheSortedTimes() {
        List<Integer> seconds = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            seconds.add(i);
        }
        Collections.shuffle(seconds, new Random(5));
        for (int i = 0; i < seconds.size(); i++) {
            ran(
                    "report",
                    Written.BEGIN.plusSeconds(60L * i),
                    Duration.ofSeconds(seconds.get(i)),
                    OutcomeStatus.SUCCEEDED);
        }
        ran("other", Written.BEGIN, Duration.ofDays(1), OutcomeStatus.SUCCEEDED);
        store();
        DurationPercentiles all =
                schedules.durations("report", Written.BEGIN, Written.BEGIN.plus(Duration.ofDays(1)), 1_000);
        assertThat(all.ended()).isEqualTo(100);
        assertThat(List.of(all.p50(), all.p95(), all.p99(), all.longest()))
                .extracting(Duration::toSeconds)
                .containsExactly(50L, 95L, 99L, 100L);
        assertThat(all.runs()).extracting(RunMark::at).isSorted().hasSize(100);
    }

    @Test
    void ofATimeItsBeginningCountsAndItsEndDoesNot() {
        ran("report", Written.BEGIN, Duration.ofSeconds(1), OutcomeStatus.SUCCEEDED);
        ran("report", Written.BEGIN.plusSeconds(60), Duration.ofSeconds(2), OutcomeStatus.FAILED);
        ran("report", Written.BEGIN.plusSeconds(120), Duration.ofSeconds(3), OutcomeStatus.SUCCEEDED);
        store();
        DurationPercentiles some = schedules.durations("report", Written.BEGIN, Written.BEGIN.plusSeconds(120), 10);
        assertThat(some.ended()).isEqualTo(2);
        assertThat(some.longest()).isEqualTo(Duration.ofSeconds(2));
        assertThat(schedules
                        .durations("report", Written.BEGIN, Written.BEGIN, 10)
                        .runs())
                .isEmpty();
    }

    @Test
    void aTaskWhoseRunsHaveNotEndedHasNoPercentiles() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).claimed(key, 1);
        store();
        DurationPercentiles none =
                schedules.durations("report", Written.BEGIN, Written.BEGIN.plus(Duration.ofDays(1)), 10);
        assertThat(none.ended()).isZero();
        assertThat(none.p50()).isNull();
        assertThat(none.longest()).isNull();
        assertThat(none.runs()).singleElement().satisfies(mark -> assertThat(mark.took())
                .isNull());
    }

    @Test
    void lastRunsOfATaskThatIsNamedTwiceComeOnceAndAreBounded() {
        for (int i = 0; i < 250; i++) {
            ran("report", Written.BEGIN.plusSeconds(i), Duration.ofMillis(5), OutcomeStatus.SUCCEEDED);
        }
        store();
        assertThat(schedules.lastRuns(List.of("report", "report"), 10_000)).containsOnlyKeys("report");
        assertThat(schedules.lastRuns(List.of("report"), 10_000).get("report")).hasSize(200);
        assertThat(schedules.lastRuns(List.of("report"), 0).get("report")).hasSize(1);
        assertThat(schedules.lastRuns(List.of(), 10)).isEmpty();
    }

    /** Zones with daylight saving, quarters of an hour, and the far ends of the date line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "Asia/Kathmandu",
                "America/New_York",
                "Pacific/Kiritimati",
                "Pacific/Niue",
                "Australia/Lord_Howe"
            })
    void everyRunIsCountedOnTheDayOfItsTimeInTheZone(String zoneName) {
        ZoneId zone = ZoneId.of(zoneName);
        Random random = new Random(zoneName.hashCode());
        Instant from = Instant.parse("2026-10-20T00:00:00Z");
        Map<LocalDate, long[]> expected = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            Instant nominal = from.plusSeconds(random.nextInt(20 * 86_400)).plusNanos(i * 1_000_000L);
            boolean good = random.nextBoolean();
            ran("report", nominal, Duration.ofMillis(5), good ? OutcomeStatus.SUCCEEDED : OutcomeStatus.FAILED);
            expected.computeIfAbsent(ZonedDateTime.ofInstant(nominal, zone).toLocalDate(), none -> new long[2])[
                    good ? 0 : 1]++;
        }
        store();
        List<DayTally> days = schedules.days("report", LocalDate.of(2026, 10, 1), LocalDate.of(2026, 11, 30), zone);
        assertThat(days)
                .isEqualTo(expected.entrySet().stream()
                        .map(day -> new DayTally(day.getKey(), day.getValue()[0], day.getValue()[1], 0, 0, 0))
                        .toList());
        LocalDate one = LocalDate.of(2026, 10, 25);
        assertThat(schedules.days("report", one, one, zone))
                .containsExactlyElementsOf(
                        days.stream().filter(day -> day.day().equals(one)).toList());
        assertThat(schedules.days("report", one, one.minusDays(1), zone)).isEmpty();
    }

    @Test
    void aDayCountsEverySkippedTickAndWhatIsStillOpen() {
        ExecutionKey key = ExecutionKey.of("report", Written.BEGIN);
        SkippedRange range = new SkippedRange(SkipReason.OVERLAP, Written.BEGIN, Written.BEGIN.plusSeconds(7_140), 120);
        written.reported(Result.of(key, 1, ResultStatus.SKIPPED).withSkipped(range))
                .skipped(key, range);
        Instant later = Written.BEGIN.plusSeconds(7_200);
        ExecutionKey open = ExecutionKey.of("report", later);
        written.at(later).queued(written.task(open).withNominalTime(later).withSchedule(1, 1));
        written.queued(written.task(written.key("report")));
        store();
        LocalDate day = LocalDate.of(2026, 11, 18);
        assertThat(schedules.days("report", day, day, ZoneId.of("UTC")))
                .as("what was submitted by hand is no run of the schedule")
                .containsExactly(new DayTally(day, 0, 0, 0, 120, 1));
    }
}
