package dev.carillon.insight.schedule;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.schedule.Schedules;
import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.SchedulePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules, plans and backfills as JSON, which REST and the command line share. */
final class AnswersTest {
    private final RecordedCluster cluster = new RecordedCluster();

    private KnownSchedules known() {
        return KnownSchedules.look(new Schedules(cluster.log, NAMES, cluster.clock), cluster.log, NAMES);
    }

    private ScheduleAnswer answer(String taskId) {
        KnownSchedules known = known();
        var stored = Objects.requireNonNull(known.all().get(taskId), taskId);
        return ScheduleAnswer.summary(stored, known.forecast(stored, cluster.now()));
    }

    private static Schedule schedule(String fields) {
        return Kind.SCHEDULE.decode(json("{'taskId':'report','type':'shell'," + fields + "}"));
    }

    private void marked(String fields) {
        cluster.marker("report", "'version':0,'position':1,'floor':{'due':'2026-11-18T05:00:00Z'}," + fields);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'every':'1h'; 'runs':1; ACTIVE; ACTIVE",
                "'every':'1h','enabled':false; 'runs':1; PAUSED; PAUSED",
                "'every':'1h'; 'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 failed'; PAUSED; PAUSED_BY_FAILURES",
                "'every':'1h','maxRuns':1; 'runs':1; COMPLETE; COMPLETE",
                "'every':'1h','until':'2026-11-18T05:00:00Z'; 'runs':1; COMPLETE; COMPLETE",
                "'every':'1h'; 'brokenCode':'BAD_CRON','brokenMessage':'no'; BROKEN; BROKEN",
                "'afterEnd':'1h'; 'runs':1; ACTIVE; WAITS_FOR_ENDS",
                "'every':'1h','calendar':'gone'; 'runs':1; ACTIVE; CALENDAR_MISSING",
                "'every':'1h','calendar':'none'; 'runs':1; ACTIVE; NO_DAY_COUNTS"
            })
    void howAScheduleStandsIsSaidInOneWordAndMoreExactlyInItsProspect(
            String fields, String marker, String standing, FiringProspect.Kind kind) {
        cluster.calendar("none", "'weekdays':['none']").define("report", fields);
        marked(marker);

        ScheduleAnswer answer = answer("report");
        assertThat(answer.standing()).isEqualTo(standing);
        assertThat(answer.prospect().code()).isEqualTo(kind);
        assertThat(answer.nextFire() != null).isEqualTo(kind == FiringProspect.Kind.ACTIVE);
    }

    /** The marker is of an earlier definition: the trigger has not read the new one yet. */
    @Test
    void whatTheTriggerSaidOfAnEarlierDefinitionIsNotSaidOfTheNewOne() {
        cluster.define("report", "'every':'1h'");
        marked("'brokenCode':'BAD_CRON'");
        cluster.define("report", "'every':'2h'");

        assertThat(answer("report").standing()).isEqualTo("ACTIVE");
    }

    @Test
    void aReasonOfAPauseIsToldOnlyWhileItIsPaused() {
        cluster.define("report", "'every':'1h','enabled':false,'pausedReason':'the disk is full'");
        assertThat(answer("report").pausedReason()).isEqualTo("the disk is full");

        cluster.define("report", "'every':'1h','enabled':true,'pausedReason':'the disk is full'");
        assertThat(answer("report").pausedReason()).isNull();
    }

    @Test
    void ofADamagedDefinitionNameStateAndPositionAreKnown() {
        cluster.define("other", "'every':'1h'").definition("report", json("{'taskId':'report','type':'shell'"));
        var stored = Objects.requireNonNull(known().all().get("report"));
        String whole = Json.answer(ScheduleAnswer.whole(stored, known().forecast(stored, cluster.now())));

        assertThat(whole)
                .startsWith("{\"taskId\":\"report\",\"standing\":\"BROKEN\",\"problem\":")
                .contains("\"version\":1,\"appended\":\"2026-11-18T06:00:00Z\"")
                .doesNotContain("\"definition\"", "\"type\"", "nextFire");
    }

    @Test
    void theWholeAnswerCanBeAppliedAgain() {
        cluster.define("report", "'cron':'0 6 * * *','zone':'Europe/Berlin','future':{'x':[1,2]}");
        var stored = Objects.requireNonNull(known().all().get("report"));
        ScheduleAnswer.Whole whole = ScheduleAnswer.whole(stored, known().forecast(stored, cluster.now()));

        byte[] definition =
                Json.answer(Objects.requireNonNull(whole.definition())).getBytes(StandardCharsets.UTF_8);
        assertThat(Kind.SCHEDULE.decode(definition)).isEqualTo(stored.schedule());
        assertThat(Json.answer(whole)).contains("\"zone\":\"Europe/Berlin\"").contains("\"future\":{\"x\":[1,2]}");
    }

    @Test
    void aFireTellsItsLocalTimeWithSecondsItsDelayAndItsClockChange() {
        SchedulePlan berlin = SchedulePlan.of(schedule("'cron':'30 2 * * *','zone':'Europe/Berlin'"));
        assertThat(Json.answer(FireAnswer.list(berlin.next(moment("2026-03-29T00:00:00Z"), 2))))
                .startsWith(
                        "[{\"at\":\"2026-03-29T01:00:00Z\",\"local\":\"2026-03-29T03:00:00+02:00\",\"mark\":{\"kind\":\"GAP\"")
                .endsWith("{\"at\":\"2026-03-30T00:30:00Z\",\"local\":\"2026-03-30T02:30:00+02:00\"}]");

        SchedulePlan jitter = SchedulePlan.of(schedule("'every':'1h','jitter':'30m'"));
        assertThat(jitter.next(moment("06:00:00"), 50))
                .map(FireAnswer::of)
                .allSatisfy(fire -> assertThat(fire.due() == null || fire.due().isAfter(fire.at()))
                        .isTrue())
                .anySatisfy(fire -> assertThat(fire.due()).isNotNull());
    }

    @Test
    void aPreviewTellsWhatIsPastWhatIsLeftOutAndWhereItGoesOn() {
        cluster.calendar("days", "'exclude':['2026-11-18']").define("report", "'every':'6h','calendar':'days'");
        SchedulePlan plan = known().plan(schedule("'every':'6h','calendar':'days'"));
        PreviewAnswer preview = PreviewAnswer.of(
                "report",
                plan,
                plan.prospect(cluster.now()),
                plan.within(moment("2026-11-18T06:00:00Z"), moment("2026-11-19T12:00:00Z"), 4, cluster.now()),
                moment("2026-11-18T06:00:00Z"),
                moment("2026-11-19T12:00:00Z"),
                cluster.now());

        assertThat(preview.items()).extracting(PreviewAnswer.Item::past).containsExactly(true, false, false, false);
        assertThat(preview.items()).extracting(PreviewAnswer.Item::fires).containsExactly(false, false, false, true);
        assertThat(preview.items().get(0).leftOut()).isEqualTo("CALENDAR");
        assertThat(preview.more()).isEqualTo(moment("2026-11-19T06:00:00Z"));
        assertThat(preview.zone()).isEqualTo("UTC");
        assertThat(Json.answer(preview))
                .contains(
                        "{\"at\":\"2026-11-19T00:00:00Z\",\"local\":\"2026-11-19T00:00:00Z\",\"past\":false,\"fires\":true}");
    }

    @ParameterizedTest
    @CsvSource({"Z, UTC", "UTC, UTC", "Europe/Berlin, Europe/Berlin", "+02:00, +02:00"})
    void aPlanNamesItsZoneAsPeopleDo(String zone, String named) {
        SchedulePlan plan = SchedulePlan.of(schedule("'cron':'0 6 * * *','zone':'" + zone + "'"));

        assertThat(PlanAnswer.of(plan, plan.next(cluster.now(), 1), null).zone())
                .isEqualTo(named);
    }

    @Test
    void aBackfillNamesItsOpenExecutionsByTheirKeys() {
        Backfill backfill = Backfill.ordered(moment("2026-11-17T00:00:00Z"), moment("2026-11-18T00:00:00Z"), 2, 7, 24)
                .made(moment("2026-11-17T00:00:00Z"), moment("2026-11-24T00:00:00Z"))
                .leftOut(moment("2026-11-17T01:00:00Z"));

        assertThat(Json.answer(BackfillAnswer.of("report", backfill, true)))
                .contains("\"planned\":24,\"made\":1,\"leftOut\":1,\"remaining\":22")
                .contains("\"open\":[\"report:2026-11-17T00:00:00.000000007Z~aaaaaaah\"]")
                .endsWith("\"dryRun\":true}");
        assertThat(Json.answer(BackfillAnswer.of("report", null, false))).isEqualTo("{\"taskId\":\"report\"}");
    }

    @Test
    void aBackfillIsRefusedWhileAnotherRunsAndForAScheduleThatPlansNothing() {
        Backfill running = Backfill.ordered(moment("2026-11-17T00:00:00Z"), moment("2026-11-18T00:00:00Z"), 2, 7, 24);

        BackfillOrder.checkFree("taskId", "report", null);
        BackfillOrder.checkPlans("taskId", "report", true);
        assertThatThrownBy(() -> BackfillOrder.checkFree("taskId", "report", running))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining(
                        "from 2026-11-17T00:00:00Z to before 2026-11-18T00:00:00Z, with 24 of 24 instants to go");
        assertThatThrownBy(() -> BackfillOrder.checkPlans("taskId", "report", false))
                .hasMessageContaining("fires when executions end");
    }

    @Test
    void aPlanWithCalendarsAloneKnowsNoMarkers() {
        cluster.calendar("days", "'exclude':['2026-11-18']")
                .define("report", "'every':'6h','calendar':'days','maxRuns':1");
        marked("'runs':1");
        KnownSchedules known = KnownSchedules.withCalendars(known().all(), cluster.log, NAMES);
        var stored = Objects.requireNonNull(known.all().get("report"));

        var next = Objects.requireNonNull(known.forecast(stored, cluster.now()).next());
        assertThat(next.at()).isEqualTo(moment("2026-11-19T00:00:00Z"));
        assertThat(Duration.between(cluster.now(), next.due())).isEqualTo(Duration.ofHours(18));
        assertThat(known.schedule("unknown")).isNull();
        assertThat(known.calendar("unknown")).isNull();
    }
}
