package dev.carillon.timing.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.ScheduleOutlook.Stretch;
import dev.carillon.timing.forecast.ScheduleOutlook.Tick;
import dev.carillon.timing.plan.ScheduleLookup;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Forecasts for schedules, as slices would decide. */
class ScheduleOutlookTest {
    /** A Wednesday. */
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final Map<String, CalendarDays> calendars = new HashMap<>();
    private final Map<String, Schedule> schedules = new HashMap<>();
    private final ScheduleLookup cluster = new ScheduleLookup() {
        @Override
        public @Nullable CalendarDays calendar(String name) {
            return calendars.get(name);
        }

        @Override
        public @Nullable Schedule schedule(String taskId) {
            return schedules.get(taskId);
        }
    };

    /** A definition with these fields, in JSON without braces and with single quotes. */
    private static Schedule definition(String taskId, String fields) {
        String json = "{'taskId':'" + taskId + "','type':'shell'," + fields + "}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private ScheduleOutlook outlook(String fields) {
        return outlook(fields, null);
    }

    private ScheduleOutlook outlook(String fields, @Nullable Marker marker) {
        Schedule schedule = definition("report", fields);
        return ScheduleOutlook.of(schedule, Timing.of(schedule), marker, cluster);
    }

    private static Marker marker(StoredProgress progress, ScheduleOverrides arranged, @Nullable String pausedReason) {
        return MarkerBuilder.builder()
                .taskId("report")
                .position(1)
                .floor(DecidedUpTo.allOf(Instant.EPOCH))
                .progress(progress)
                .overrides(arranged)
                .pausedSince(pausedReason == null ? null : NOW)
                .pausedReason(pausedReason)
                .rest(Map.of())
                .build();
    }

    private static StoredProgress runs(long count) {
        return new StoredProgress(count, 0, List.of(), null, List.of(), null, null);
    }

    private static Stretch within(ScheduleOutlook outlook, String from, String to) {
        return outlook.within(Instant.parse(from), Instant.parse(to), 100, NOW);
    }

    private void calendar(String name, String weekdays, String... exclude) {
        calendars.put(
                name,
                CalendarDays.of(new Calendar(name, null, List.of(), List.of(exclude), List.of(weekdays), Map.of())));
    }

    @Test
    void aRangeIncludesItsFirstInstantAndExcludesItsLast() {
        Stretch stretch = within(outlook("'cron':'0 6 * * *'"), "2026-11-17T06:00:00Z", "2026-11-20T06:00:00Z");

        assertThat(stretch.ticks())
                .extracting(tick -> tick.nominal().toString())
                .containsExactly("2026-11-17T06:00:00Z", "2026-11-18T06:00:00Z", "2026-11-19T06:00:00Z");
        assertThat(stretch.ticks()).extracting(Tick::against).containsOnlyNulls();
        assertThat(stretch.more()).isNull();
    }

    @Test
    void theFirstInstantBeyondTheLimitIsNamed() {
        Stretch stretch = outlook("'every':'1m'").within(NOW, NOW.plusSeconds(3_600), 3, NOW);

        assertThat(stretch.ticks()).hasSize(3);
        assertThat(stretch.more()).isEqualTo(NOW.plusSeconds(180));
    }

    @Test
    void anInstantOnADayThatDoesNotCountIsShownAsLeftOut() {
        calendar("work", "mon-fri", "2026-11-19");

        Stretch stretch =
                within(outlook("'cron':'0 6 * * *','calendar':'work'"), "2026-11-18T00:00:00Z", "2026-11-22T00:00:00Z");

        assertThat(stretch.ticks())
                .extracting(Tick::against)
                .containsExactly(null, SkipReason.CALENDAR, null, SkipReason.CALENDAR);
    }

    @Test
    void theDayOfACalendarIsTheOneInTheZoneOfTheSchedule() {
        calendar("work", "mon-fri");

        // Saturday in Tokyo, Friday in UTC.
        Stretch stretch = within(
                outlook("'cron':'0 6 * * *','zone':'Asia/Tokyo','calendar':'work'"),
                "2026-11-20T00:00:00Z",
                "2026-11-21T00:00:00Z");

        assertThat(stretch.ticks())
                .containsExactly(new Tick(
                        Instant.parse("2026-11-20T21:00:00Z"),
                        Instant.parse("2026-11-20T21:00:00Z"),
                        SkipReason.CALENDAR));
    }

    @Test
    void theOneDayThatCountsIsFoundHoweverFarItLies() {
        calendars.put(
                "far",
                CalendarDays.of(
                        new Calendar("far", null, List.of("2090-01-01"), List.of(), List.of("none"), Map.of())));

        ScheduleOutlook outlook = outlook("'cron':'0 6 * * *','calendar':'far'");

        assertThat(outlook.dueAfter(NOW, 2))
                .extracting(tick -> tick.due().toString())
                .containsExactly("2090-01-01T06:00:00Z");
        assertThat(outlook.prospect(NOW).kind()).isEqualTo(FiringProspect.Kind.ACTIVE);
    }

    @Test
    void theSearchForADayThatNeverComesEndsWithTheLastYear() {
        calendar("not-monday", "tue-sun");

        // The fifth Monday of a February comes every 28 years.
        assertThat(outlook("'cron':'0 0 * FEB MON#5','calendar':'not-monday'").dueAfter(NOW, 1))
                .isEmpty();
    }

    @Test
    void nextFiresPassOverWholeDaysThatDoNotCount() {
        calendar("work", "mon-fri", "2026-11-18..2027-11-17");

        List<Tick> next = outlook("'every':'1s','calendar':'work'").dueAfter(NOW, 2);

        assertThat(next)
                .extracting(tick -> tick.due().toString())
                .containsExactly("2027-11-18T00:00:00Z", "2027-11-18T00:00:01Z");
    }

    @Test
    void jitterPutsOffTheDueInstantAndMayChangeTheOrder() {
        ScheduleOutlook outlook = outlook("'every':'10s','jitter':'5m'");

        List<Tick> next = outlook.dueAfter(NOW, 50);
        Stretch stretch = outlook.within(NOW, NOW.plusSeconds(600), 100, NOW);

        assertThat(next).extracting(Tick::due).isSorted().allMatch(due -> due.isAfter(NOW));
        assertThat(next).anyMatch(tick -> tick.nominal().isBefore(NOW));
        assertThat(next)
                .allMatch(tick -> Duration.between(tick.nominal(), tick.due()).toSeconds() <= 300);
        assertThat(stretch.ticks()).extracting(Tick::nominal).isSorted();
        // The same instants, by nominal time and by due time.
        assertThat(next.stream().filter(tick -> !tick.nominal().isBefore(NOW)).toList())
                .isSubsetOf(stretch.ticks());
    }

    @Test
    void ticksThatACommandSkipsAreLeftOut() {
        Instant seven = NOW.plusSeconds(3_600);
        ScheduleOutlook outlook = outlook(
                "'cron':'0 * * * *'",
                marker(StoredProgress.NOTHING, ScheduleOverrides.NONE.skipping(seven, Instant.EPOCH), null));

        assertThat(outlook.within(NOW, seven.plusSeconds(1), 10, NOW).ticks())
                .extracting(Tick::against)
                .containsExactly(null, SkipReason.REQUESTED);
        assertThat(outlook.dueAfter(NOW, 1)).extracting(Tick::due).containsExactly(seven.plusSeconds(3_600));
    }

    @Test
    void runsThatItHasHadCountTowardsThoseItMayHave() {
        ScheduleOutlook outlook =
                outlook("'cron':'0 * * * *','maxRuns':5", marker(runs(3), ScheduleOverrides.NONE, null));

        Stretch stretch = outlook.within(NOW.minusSeconds(7_200), NOW.plusSeconds(36_000), 100, NOW);

        // Three that are past by now, and the two that are left.
        assertThat(stretch.ticks()).hasSize(5);
        assertThat(stretch.completeAt()).isEqualTo(NOW.plusSeconds(3 * 3_600));
        assertThat(outlook.dueAfter(NOW, 10)).hasSize(2);
    }

    @Test
    void candidatesOfADependantAreTheInstantsThatAllPlan() {
        schedules.put("hourly", definition("hourly", "'cron':'0 * * * *'"));
        schedules.put("often", definition("often", "'every':'15m'"));
        schedules.put("noon", definition("noon", "'dependsOn':['hourly','third']"));
        schedules.put("third", definition("third", "'cron':'0 */3 * * *'"));
        schedules.put("ends", definition("ends", "'afterEnd':'1m'"));

        ScheduleOutlook outlook = outlook("'dependsOn':['often','noon','ends','gone']");

        assertThat(within(outlook, "2026-11-18T06:00:00Z", "2026-11-18T13:00:00Z")
                        .ticks())
                .extracting(tick -> tick.nominal().toString())
                .containsExactly("2026-11-18T06:00:00Z", "2026-11-18T09:00:00Z", "2026-11-18T12:00:00Z");
        assertThat(outlook.unforeseeable()).containsExactly("ends", "gone");
        assertThat(outlook.prospect(NOW).kind()).isEqualTo(FiringProspect.Kind.WAITS_FOR_ENDS);
        assertThat(outlook.prospect(NOW).words()).isEqualTo("fires when often, noon, ends and 1 more have succeeded");
    }

    @Test
    void aDependantIsSkippedWithAParentThatIsLeftOut() {
        calendar("work", "mon-fri");
        schedules.put("daily", definition("daily", "'cron':'0 6 * * *','calendar':'work'"));

        assertThat(within(outlook("'dependsOn':['daily']"), "2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z")
                        .ticks())
                .extracting(Tick::against)
                .containsExactly(null, SkipReason.DEPENDENCY);
        assertThat(within(
                                outlook("'dependsOn':['daily'],'dependsOnEnd':'ended'"),
                                "2026-11-20T00:00:00Z",
                                "2026-11-22T00:00:00Z")
                        .ticks())
                .extracting(Tick::against)
                .containsOnlyNulls();
    }

    @Test
    void parentsThatNeverMeetEndTheSearch() {
        schedules.put("even", definition("even", "'every':'2s'"));
        schedules.put("odd", definition("odd", "'every':'2s','from':'2026-01-01T00:00:01Z'"));

        assertThat(within(outlook("'dependsOn':['even','odd']"), "2026-11-18T06:00:00Z", "2026-11-19T06:00:00Z")
                        .ticks())
                .isEmpty();
    }

    @Test
    void oneThatFollowsItsOwnEndsShowsTheNextIfItIsKnown() {
        Instant next = NOW.plusSeconds(30);
        StoredProgress known = new StoredProgress(0, 0, List.of(), null, List.of(), next, null);
        StoredProgress open = new StoredProgress(
                0, 0, List.of("report:2026-11-18T05:00:00Z"), NOW.plusSeconds(60), List.of(), null, null);

        assertThat(outlook("'afterEnd':'1m'", marker(known, ScheduleOverrides.NONE, null))
                        .within(NOW, NOW.plusSeconds(60), 10, NOW)
                        .ticks())
                .extracting(Tick::nominal)
                .containsExactly(next);
        assertThat(outlook("'afterEnd':'1m'", marker(open, ScheduleOverrides.NONE, null))
                        .prospect(NOW))
                .isEqualTo(new FiringProspect(
                        FiringProspect.Kind.WAITS_FOR_ENDS,
                        "fires after the end of report:2026-11-18T05:00:00Z, which is open",
                        "carillon status report:2026-11-18T05:00:00Z"));
    }

    @Test
    void explainsWhyNothingFires() {
        calendar("never", "none");
        assertThat(prospect("'every':'1h','calendar':'never'"))
                .isEqualTo("NO_DAY_COUNTS the calendar never leaves out all that it plans");
        assertThat(prospect("'every':'1h','calendar':'gone'"))
                .isEqualTo("CALENDAR_MISSING its calendar gone does not exist, so its ticks are skipped");
        assertThat(prospect("'at':'2026-11-18T06:00:00Z'"))
                .isEqualTo("COMPLETE complete: its one instant, 2026-11-18T06:00:00Z, is past");
        assertThat(prospect("'every':'1h','until':'2026-11-18T06:00:00Z'"))
                .isEqualTo("COMPLETE complete: its period ended at 2026-11-18T06:00:00Z");
        assertThat(prospect("'every':'1h','enabled':false,'pausedReason':'holidays'"))
                .isEqualTo("PAUSED paused: holidays");
        assertThat(prospect("'every':'1h'")).isEqualTo("ACTIVE fires next at 2026-11-18T07:00:00Z");
    }

    private String prospect(String fields) {
        FiringProspect prospect = outlook(fields).prospect(NOW);
        return prospect.kind() + " " + prospect.words();
    }

    @Test
    void explainsWhatTheTriggerHasDecided() {
        FiringProspect complete = outlook("'every':'1h','maxRuns':3", marker(runs(3), ScheduleOverrides.NONE, null))
                .prospect(NOW);
        FiringProspect paused = outlook(
                        "'every':'1h','pauseAfterFailures':2",
                        marker(
                                StoredProgress.NOTHING,
                                ScheduleOverrides.NONE,
                                "2 executions in a row failed, the last one X"))
                .prospect(NOW);

        assertThat(complete)
                .isEqualTo(new FiringProspect(
                        FiringProspect.Kind.COMPLETE, "complete: it has had its 3 runs (maxRuns)", null));
        assertThat(paused.kind()).isEqualTo(FiringProspect.Kind.PAUSED_BY_FAILURES);
        assertThat(paused.words()).contains("2 executions in a row failed, the last one X");
        assertThat(paused.step()).isEqualTo("carillon schedule resume report");
    }

    @Test
    void aParkedScheduleFiresNothingAndExplainsWhy() {
        Marker parked = Kind.MARKER.decode("""
            {"v":1,"taskId":"report","version":5,"position":6,"generation":0,
             "floor":{"due":"2026-11-18T06:00:00Z","taskId":"~"},"runs":0,"brokenCode":"EVALUATION_FAILED",
             "brokenMessage":"the next time can't be worked out","brokenSince":"2026-11-18T06:00:00Z"}\
            """.getBytes(StandardCharsets.UTF_8));

        ScheduleOutlook outlook = outlook("'every':'1h'", parked);

        assertThat(outlook.dueAfter(NOW, 3)).isEmpty();
        assertThat(outlook.prospect(NOW))
                .isEqualTo(new FiringProspect(
                        FiringProspect.Kind.BROKEN,
                        "parked since 2026-11-18T06:00:00Z: the next time can't be worked out (EVALUATION_FAILED)",
                        "carillon schedule apply -f FILE, with its times changed"));
    }
}
