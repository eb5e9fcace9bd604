package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.home;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.whyKey;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.trigger.Backfill;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers for instants of a backfill's range that have no execution: while it runs, after it, and without its records. */
final class WhyBackfillRangeTest {
    private static final String FROM = "2026-11-17T00:00:00Z";
    private static final String TO = "2026-11-18T00:00:00Z";
    private static final String RANGE = "'from':'" + FROM + "','to':'" + TO + "'";

    private final RecordedCluster cluster = new RecordedCluster();

    /** The key that the backfill at an offset of {@code control} makes for an hour of the seventeenth. */
    private static String key(int hour, long offset) {
        Backfill backfill = Backfill.ordered(moment(FROM), moment(TO), 1, Backfill.nanosOf(offset), 24);
        return ExecutionKey.of("report", backfill.execTime(moment(FROM).plus(Duration.ofHours(hour))))
                .toString();
    }

    @BeforeEach
    void hourly() {
        cluster.at("05:00:00").elected().calendar("days", "'exclude':['2026-11-17']");
        cluster.define("report", "'every':'1h'").takesIn("05:00:00", 0).at("06:00:00");
    }

    private void command(String fields) {
        cluster.put(NAMES.control(), 0, "report", json("{'at':'2026-11-18T06:00:00Z'," + fields + "}"), Map.of());
    }

    private void ordered() {
        command("'command':'backfill','subject':'report'," + RANGE);
    }

    /** Reached the hour; the marker has these figures. */
    private void running(int hour, String figures) {
        cluster.marker(
                "report",
                "'version':0,'position':1,'floor':{'due':'2026-11-18T05:00:00Z'},'backfill':{" + RANGE
                        + ",'maxRunning':1,'nanos':" + Backfill.nanosOf(0) + ",'next':'"
                        + moment(FROM).plus(Duration.ofHours(hour)) + "','planned':24," + figures + "}");
    }

    private void ended(String message) {
        cluster.event(new Event(
                EventType.BACKFILL_ENDED, "report", cluster.now(), RecordedCluster.LEADER, message, null, Map.of()));
    }

    private void isNotMade(int hour, String words) {
        whyKey(cluster, key(hour, 0)).is(Verdict.NOT_MADE, words);
    }

    @Test
    void aRunningBackfillSaysHowFarItIs() {
        ordered();
        running(3, "'made':3,'open':[{'at':'2026-11-17T02:00:00Z','until':'2026-11-24T00:00:00Z'}]");

        whyKey(cluster, key(3, 0))
                .is(Verdict.WAITING, "The backfill has not reached 2026-11-17T03:00:00Z yet.")
                .details("3 of 24 instants made, 1 open (at most 1), 21 to go from 2026-11-17T03:00:00Z")
                .cites("marker")
                .next("carillon schedule backfill report");
    }

    @Test
    void aBackfillOfAPausedScheduleGoesOnWhenThatIsResumed() {
        cluster.marker(
                "report",
                "'version':0,'position':1,'floor':{'due':'2026-11-18T05:00:00Z'},'pausedSince':'2026-11-18T05:30:00Z',"
                        + "'backfill':{" + RANGE + ",'nanos':" + Backfill.nanosOf(0) + ",'planned':24}");

        whyKey(cluster, key(0, 0)).is(Verdict.WAITING, "it goes on when the schedule is resumed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report:2026-11-16T23:00:00.999999999Z", "report:2026-11-18T00:00:00.999999999Z"})
    void anInstantOutsideOfItsRangeIsNoneOfIt(String key) {
        ordered();
        running(3, "'made':3");

        whyKey(cluster, key).is(Verdict.NOT_PLANNED, "No tick has that key").next("carillon status " + key);
    }

    @Test
    void anInstantThatTheScheduleDoesNotPlanIsNoneOfIt() {
        ordered();

        whyKey(cluster, "report:2026-11-17T02:30:00.999999999Z")
                .is(Verdict.NOT_PLANNED, "every 1h, plans nothing at 2026-11-17T02:30:00Z")
                .cites("command", "definition");
    }

    @Test
    void aDayThatTheCalendarLeavesOutIsLeftOutByTheBackfillToo() {
        cluster.define("report", "'every':'1h','calendar':'days'");
        ordered();
        running(3, "'made':0,'leftOut':3");

        whyKey(cluster, key(2, 0))
                .is(Verdict.SKIPPED, "because the schedule's calendar leaves it out (CALENDAR)")
                .cites("marker", "calendar")
                .next("carillon schedule backfill report", "carillon calendar get days");
        whyKey(cluster, key(3, 0)).is(Verdict.TO_BE_SKIPPED, "and will leave it out");
    }

    @Test
    void aCalendarThatWasChangedSinceIsToldApart() {
        cluster.define("report", "'every':'1h','calendar':'days'").calendar("days", "'exclude':['2026-12-24']");
        ordered();
        running(3, "'made':2,'leftOut':1");

        whyKey(cluster, key(2, 0)).is(Verdict.SKIPPED).details("The calendar counts that day now.");
    }

    /** Of what the backfill has passed, one was left out; whether it was this one, its records would tell. */
    @Test
    void whatABackfillHasPassedIsNotLeftOutJustBecauseAnotherWas() {
        cluster.define("report", "'every':'1h','calendar':'days'").calendar("days", "'exclude':['2026-12-24']");
        ordered();
        running(3, "'made':2,'leftOut':1");
        cluster.at("07:00:00").result(key(2, 0), 1, ResultStatus.SUCCEEDED);
        ExecutionKey made = ExecutionKey.parse(key(2, 0));
        cluster.log.deleteBefore(NAMES.results(), made.home(PARTITIONS), 1);

        whyKey(cluster, key(2, 0)).is(Verdict.NO_LONGER_KEPT, "it made an execution, or the calendar left it out");
    }

    @Test
    void anExecutionWhoseRecordsAreDeletedWasStillMade() {
        ordered();
        running(3, "'made':3");

        whyKey(cluster, key(2, 0))
                .is(Verdict.NO_LONGER_KEPT, "The backfill made an execution for 2026-11-17T02:00:00Z, but");
    }

    @Test
    void anEndedBackfillSaysHowItEnded() {
        ordered();
        isNotMade(2, "no record shows that it made an execution for it, or how it ended");

        ended("backfill of " + FROM + " to before " + TO + ", it was cancelled:\n1 of 24 instants made");
        isNotMade(2, "ended without an execution for 2026-11-17T02:00:00Z: backfill of");
        isNotMade(2, "it was cancelled: ⏎ 1 of 24 instants made.");
    }

    @Test
    void theEndOfAnotherBackfillIsNotItsEnd() {
        ended("backfill of " + FROM + " to before " + TO + ", 24 of 24 instants made");
        cluster.at("06:01:00");
        ordered();
        cluster.at("06:02:00");
        ended("backfill of " + FROM + " to before 2026-11-17T12:00:00Z, 12 of 12 instants made");
        cluster.put(NAMES.events(), home("report"), "report", json("{"), Map.of());

        isNotMade(2, "or how it ended");
    }

    /** All 24 were made; of one, retention has deleted the records before those of the event. */
    @Test
    void anEndedBackfillMayHaveMadeWhatIsDeletedSince() {
        ordered();
        cluster.at("06:30:00").result(key(2, 0), 1, ResultStatus.SUCCEEDED);
        ended("backfill of " + FROM + " to before " + TO + ", 24 of 24 instants made");
        ExecutionKey made = ExecutionKey.parse(key(2, 0));
        cluster.log.deleteBefore(NAMES.results(), made.home(PARTITIONS), 1);
        cluster.at("2026-11-26T06:00:00Z");

        whyKey(cluster, key(2, 0))
                .is(
                        Verdict.NO_LONGER_KEPT,
                        "Whether the backfill made an execution for 2026-11-17T02:00:00Z is no longer")
                .cites("command", "backfill ended");
    }

    @Test
    void theSecondBackfillOfARangeHasKeysOfItsOwn() {
        ordered();
        ordered();

        whyKey(cluster, key(2, 1)).is(Verdict.NOT_MADE).citesAt(NAMES.control() + "-0@1");
        whyKey(cluster, key(2, 2)).is(Verdict.NOT_PLANNED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'command':'backfill','subject':'other'," + RANGE,
                "'command':'run-now','subject':'report'",
                "'command':'backfill','subject':'report'",
                "'command':'dance','subject':'report'"
            })
    void anotherCommandAtItsPlaceOrderedNoBackfill(String fields) {
        command(fields);

        whyKey(cluster, key(2, 0)).is(Verdict.NOT_PLANNED, "no record of a run or a backfill with that key is found");
    }

    @Test
    void aCommandThatIsDeletedOrNotWrittenYetTellsNothing() {
        ordered();
        cluster.log.deleteBefore(NAMES.control(), 0, 1);
        whyKey(cluster, key(2, 0)).is(Verdict.NOT_PLANNED);
        whyKey(cluster, key(2, 7)).is(Verdict.NOT_PLANNED);

        cluster.log.deleteTopic(NAMES.control());
        whyKey(cluster, key(2, 0)).is(Verdict.NOT_PLANNED);
    }

    @Test
    void aDeletedScheduleStillHasItsBackfills() {
        ordered();
        cluster.at("06:10:00").delete("report");
        ended("backfill of " + FROM + " to before " + TO + ", its schedule was deleted: 0 of 24 instants made");

        isNotMade(2, "its schedule was deleted");
    }
}
