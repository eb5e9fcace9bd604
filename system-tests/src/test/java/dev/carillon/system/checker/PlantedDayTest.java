package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs with jitter, a calendar and skipped ticks, with planted faults. */
final class PlantedDayTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:01Z");
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:05Z");

    private final WrittenRun run = new WrittenRun(START);

    private static Instant tick(int n) {
        return FIRST.plusSeconds(5L * n);
    }

    private static Schedule bell(String more) {
        String json = "{'taskId':'bell','type':'succeed','every':'5s'" + more + "}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Calendar calendar(List<String> exclude) {
        return new Calendar("days", null, List.of(), exclude, List.of(), Map.of());
    }

    private void begin(String more) {
        run.schedule(START.plusMillis(100), bell(more));
        run.applied();
    }

    private void ticked(int from, int to) {
        for (int n = from; n < to; n++) {
            run.succeeded(tick(n).plusMillis(3), WrittenRun.tick("bell", tick(n)));
            run.sliceTo(tick(n));
        }
    }

    private void skipped(int n, SkipReason reason) {
        run.skipped(tick(n).plusMillis(3), "bell", new SkippedRange(reason, tick(n), tick(n), 1));
        run.sliceTo(tick(n));
    }

    /** A tick that is put off by the seconds. */
    private static Task putOff(int n, int seconds) {
        return WrittenRun.tick("bell", tick(n)).withTimes(tick(n).plusSeconds(seconds), null);
    }

    private void dispatched(int n, int seconds) {
        run.succeeded(tick(n).plusSeconds(seconds).plusMillis(3), putOff(n, seconds));
        run.sliceTo(tick(n).plusSeconds(seconds));
    }

    private void assertClean() {
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private void assertOnly(String words) {
        assertThat(run.checked().of(Guarantee.G1)).singleElement().asString().contains(words);
    }

    @Test
    void ticksThatArePutOffWithinTheJitterAreClean() {
        begin(",'jitter':'4s'");
        dispatched(0, 4);
        dispatched(1, 0);
        dispatched(2, 3);
        assertClean();
        assertThat(run.checked().count(CountNames.PUT_OFF)).isEqualTo(2);
    }

    @Test
    void tickThatWasPutOffWhenTheLeaderDiedAndIsLostIsFound() {
        begin(",'jitter':'4s'");
        dispatched(0, 1);
        dispatched(2, 0);
        assertOnly("bell:" + tick(1) + " was planned by this version, but has neither a task");
    }

    @Test
    void tickThatIsPutOffTooFarIsFound() {
        begin(",'jitter':'3s'");
        dispatched(0, 4);
        assertOnly("is put off to " + tick(0).plusSeconds(4));
    }

    @Test
    void tickThatIsPutOffToBeforeItsInstantIsFound() {
        begin(",'jitter':'4s'");
        run.succeeded(tick(0).plusMillis(3), putOff(0, -1));
        run.sliceTo(tick(0));
        assertThat(run.checked().toString()).contains("which is not between its instant and");
    }

    @Test
    void tickThatIsPutOffByAnotherTimeOnceMoreIsFound() {
        begin(",'jitter':'4s'");
        dispatched(0, 1);
        run.task(tick(0).plusSeconds(3), putOff(0, 3));
        run.sliceTo(tick(0).plusSeconds(3));
        assertThat(run.checked().toString()).contains("was dispatched 2 times", "here and to", "before");
    }

    @Test
    void tickThatIsDispatchedBeforeTheTimeToWhichItIsPutOffIsFound() {
        begin(",'jitter':'4s'");
        run.succeeded(tick(0).plusSeconds(1), putOff(0, 3));
        run.sliceTo(tick(0).plusSeconds(4));
        assertOnly("to which it was put off");
    }

    @Test
    void whatIsStillPutOffWhenTheTimingChangesMayBeLeftOutButNotDoubled() {
        begin(",'jitter':'4s'");
        dispatched(0, 1);
        run.sliceTo(tick(1).plusSeconds(1));
        run.schedule(
                tick(1).plusSeconds(1), Schedule.of("bell", FiringRule.every(Duration.ofSeconds(60)), WrittenRun.WORK));
        run.applied();
        run.sliceTo(tick(5));
        assertClean();
        run.succeeded(tick(1).plusSeconds(4), putOff(1, 4));
        assertOnly("was dispatched, but no version in force planned it");
    }

    @Test
    void aNewJitterLosesNoTick() {
        begin(",'jitter':'4s'");
        dispatched(0, 1);
        run.sliceTo(tick(1).plusSeconds(1));
        run.schedule(tick(1).plusSeconds(1), bell(",'jitter':'2s'"));
        run.applied();
        dispatched(2, 2);
        assertOnly("bell:" + tick(1) + " was planned by this version, but has neither a task");
        run.succeeded(tick(1).plusSeconds(4), putOff(1, 4));
        assertClean();
    }

    @Test
    void ticksOnDaysThatDontCountAreSkipped() {
        run.calendar(START, calendar(List.of()));
        begin(",'calendar':'days'");
        ticked(0, 2);
        run.calendar(tick(1).plusMillis(500), calendar(List.of("2026-11-18")));
        run.applied();
        skipped(2, SkipReason.CALENDAR);
        skipped(3, SkipReason.CALENDAR);
        run.calendar(tick(3).plusMillis(500), calendar(List.of("2026-11-17")));
        run.applied();
        ticked(4, 6);
        assertClean();
        assertThat(run.checked().count(CountNames.DAYS)).isEqualTo(6);
    }

    @Test
    void tickOnADayThatDoesNotCountIsFound() {
        run.calendar(START, calendar(List.of()));
        begin(",'calendar':'days'");
        ticked(0, 2);
        run.calendar(tick(1).plusMillis(500), calendar(List.of("--11-18")));
        run.applied();
        ticked(2, 3);
        assertOnly("bell:" + tick(2) + " was dispatched on a day that does not count");
    }

    @Test
    void tickThatIsSkippedOnADayThatCountsIsFound() {
        run.calendar(START, calendar(List.of("2026-11-17..2026-11-19")));
        begin(",'calendar':'days'");
        skipped(0, SkipReason.CALENDAR);
        run.calendar(tick(0).plusMillis(500), calendar(List.of()));
        run.applied();
        skipped(1, SkipReason.CALENDAR);
        assertOnly("skips " + tick(1) + " for its calendar, though that day counts");
    }

    @Test
    void tickThatAnEditOfACalendarDoublesIsFound() {
        run.calendar(START, calendar(List.of("2026-11-18")));
        begin(",'calendar':'days'");
        skipped(0, SkipReason.CALENDAR);
        run.calendar(tick(0).plusMillis(500), calendar(List.of()));
        run.applied();
        run.succeeded(tick(0).plusMillis(700), WrittenRun.tick("bell", tick(0)));
        assertOnly("is decided more than once: a task and 1 skipped range(s)");
    }

    @Test
    void tickOfADeletedCalendarIsFound() {
        run.calendar(START, calendar(List.of()));
        begin(",'calendar':'days'");
        ticked(0, 1);
        run.append(run.names.calendars(), tick(0).plusMillis(500), "days", null, Map.of());
        run.applied();
        ticked(1, 2);
        assertOnly("bell:" + tick(1) + " was dispatched on a day that does not count");
    }

    @Test
    void theNextTickIsSkippedOnRequest() {
        begin("");
        ticked(0, 2);
        run.skipNext(tick(1).plusSeconds(1), "bell");
        run.skipNext(tick(1).plusSeconds(1), "bell");
        run.applied();
        skipped(2, SkipReason.REQUESTED);
        skipped(3, SkipReason.REQUESTED);
        ticked(4, 5);
        assertClean();
        assertThat(run.checked().count(CountNames.SKIPS_REQUESTED)).isEqualTo(2);
    }

    @Test
    void requestThatIsAppliedTwiceIsFound() {
        begin("");
        run.skipNext(START.plusSeconds(1), "bell");
        run.applied();
        skipped(0, SkipReason.REQUESTED);
        skipped(1, SkipReason.REQUESTED);
        assertOnly("bell:" + tick(1) + " is skipped as requested, the 2. one after 1 requests");
    }

    @Test
    void requestThatIsLostIsFound() {
        begin("");
        ticked(0, 1);
        run.skipNext(tick(0).plusSeconds(1), "bell");
        run.applied();
        ticked(1, 3);
        assertOnly("bell:" + tick(1) + " was dispatched, though a request to skip the next tick was waiting");
    }
}
