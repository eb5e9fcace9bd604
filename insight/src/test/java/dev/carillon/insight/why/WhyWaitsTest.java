package dev.carillon.insight.why;

import static dev.carillon.insight.why.AnswerCheck.look;
import static dev.carillon.insight.why.AnswerCheck.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers from the marker: ticks that wait for executions or for other schedules, and schedules that have stopped. */
final class WhyWaitsTest {
    private static final String AT = "06:05:00";
    private static final String INSTANT = "2026-11-18T06:05:00Z";

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void aTriggerLeads() {
        cluster.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    /** Defined at one past, decided up to six past; the marker has these fields. */
    private void defined(String fields, String marker) {
        cluster.at("06:01:00").define("report", fields).takesIn("06:01:00", 0);
        cluster.at("06:06:00").slice("06:01:00", "06:06:00", 0);
        marker(0, marker);
    }

    private void marker(long version, String fields) {
        cluster.marker(
                "report",
                "'version':" + version + ",'position':" + (version + 1) + ",'floor':{'due':'2026-11-18T06:01:00Z'},"
                        + fields);
    }

    private static String quoted(int count, String pattern) {
        return IntStream.range(0, count)
                .mapToObj(i -> "'" + pattern.replace("#", Integer.toString(i)) + "'")
                .collect(Collectors.joining(","));
    }

    @Test
    void aWaitingTickNamesFiveOfTheExecutionsInItsWay() {
        defined(
                "'every':'1m','overlap':'queue-one'",
                "'open':[" + quoted(7, "report:2026-11-18T05:0#:00Z")
                        + "],'openUntil':'2026-11-18T07:00:00Z','waiting':['" + INSTANT + "']");

        AnswerCheck answer = why(cluster, "report", AT)
                .is(Verdict.WAITING, "for the end of an earlier execution, because overlap is queue-one.")
                .details("report:2026-11-18T05:00:00Z is open until it has an outcome, or until 2026-11-18T07:00:00Z")
                .cites("definition", "marker")
                .doesNotSay("05:05:00Z");
        assertThat(answer.answer().next()).hasSize(5).startsWith("carillon status report:2026-11-18T05:00:00Z");
    }

    @Test
    void aWaitingTickIsToldWithTheOverlapOfTheDefinitionThatItsMarkerBelongsTo() {
        cluster.at("06:01:00").define("report", "'every':'1m','overlap':'skip'").takesIn("06:01:00", 0);
        cluster.at("06:05:10").slice("06:04:00", "06:05:10", 0).define("report", "'every':'1h','overlap':'queue-all'");
        cluster.takesIn("06:05:10", 1);
        marker(1, "'waiting':['" + INSTANT + "']");

        why(cluster, "report", AT)
                .is(Verdict.WAITING, "because overlap is queue-all")
                .cites("definition", "definition", "marker");
    }

    @ParameterizedTest
    @CsvSource({
        "00, 3, 'a, b, c', a",
        "05, 1, b, b",
        "03, 1, c, c",
        "ff, 0, '', ''",
    })
    void aDependantNamesTheParentsThatHaveNotEnded(String bits, int count, String named, String asked) {
        defined(
                "'dependsOn':['a','b','c']",
                "'dependencies':{'decidedUpTo':'2026-11-18T06:00:00Z','progress':['" + INSTANT + " " + bits + "']}");

        AnswerCheck answer = why(cluster, "report", AT)
                .is(Verdict.WAITING, count + (count == 1 ? " schedule " : " schedules "), named);
        if (!asked.isEmpty()) {
            answer.next("carillon why " + asked + " --at " + INSTANT);
        }
    }

    @Test
    void aDependantOfManyNamesFive() {
        defined(
                "'dependsOn':[" + quoted(9, "p#") + "]",
                "'dependencies':{'decidedUpTo':'2026-11-18T06:00:00Z','progress':['" + INSTANT + " 80']}");

        why(cluster, "report", AT)
                .is(Verdict.WAITING, "8 schedules that it depends on: p0, p1, p2, p3, p4, ...")
                .next("carillon why p0 --at " + INSTANT);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-18T06:04:00Z, , , 'Instants up to 2026-11-18T06:05:00Z are decided or were never planned.'",
        "2026-11-18T06:05:00Z, , , 'Instants up to 2026-11-18T06:05:00Z are decided or were never planned.'",
        "2026-11-18T06:05:30Z, , , 'None of the schedules it depends on has ended for that instant, or not all of them plan it.'",
        "2026-11-18T06:05:30Z, , 2026-11-18T06:05:10Z/2026-11-18T06:05:50Z, That instant is decided or was never planned.",
        "2026-11-18T06:05:30Z, , 2026-11-18T06:05:31Z, None of the schedules it depends on has ended",
        "2026-11-18T06:05:30Z, , garbage/2026-11-18T06:05:50Z, None of the schedules it depends on has ended",
    })
    void anInstantOfADependantThatIsNotWaitingIsDecidedOrNotPlanned(
            String at, String progress, String finished, String words) {
        defined(
                "'dependsOn':['a','b']",
                "'dependencies':{'decidedUpTo':'" + INSTANT + "'"
                        + (progress == null ? "" : ",'progress':['" + progress + "']")
                        + (finished == null ? "" : ",'finished':['" + finished + "']") + "}");

        why(cluster, "report", at)
                .is(Verdict.NOT_PLANNED, words)
                .cites("definition", "marker")
                .next("carillon why a --at " + at, "carillon why b --at " + at);
    }

    /** All parents have ended, so there was a task or a skip: to say that none has ended would be wrong. */
    @ParameterizedTest
    @CsvSource({
        "progress, 2026-11-18T06:05:30Z 03!",
        "finished, 2026-11-18T06:05:30Z",
        "finished, 2026-11-18T06:05:30Z/2026-11-18T06:05:40Z",
        "finished, 2026-11-18T06:05:10Z/2026-11-18T06:05:30Z",
    })
    void anInstantForWhichAllParentsHaveEndedHasItsTaskOrItsSkip(String field, String entry) {
        defined(
                "'dependsOn':['a','b']",
                "'dependencies':{'decidedUpTo':'" + INSTANT + "','" + field + "':['" + entry + "']}");

        why(cluster, "report", "06:05:30").is(Verdict.UNEXPLAINED).doesNotSay("has ended");
        cluster.tick("report", "06:05:30");
        why(cluster, "report", "06:05:30").is(Verdict.DISPATCHED);
    }

    @Test
    void aScheduleThatFollowsItsEndsNamesTheExecutionItWaitsFor() {
        defined("'afterEnd':'10m'", "'open':['report:2026-11-18T06:02:00Z'],'openUntil':'2026-11-18T07:00:00Z'");

        why(cluster, "report", AT)
                .is(Verdict.NOT_PLANNED, "its next instant is known when the open one ends")
                .details("report:2026-11-18T06:02:00Z is open until it has an outcome")
                .next("carillon status report:2026-11-18T06:02:00Z");
        assertThat(look(cluster, "report").lastDue()).isEmpty();
        assertThat(look(cluster, "report").nextDue()).isEmpty();
    }

    @Test
    void aParkedScheduleIsBrokenFromItsFloorOn() {
        defined("'every':'1m'", "'brokenCode':'EVALUATION_FAILED','brokenSince':'2026-11-18T06:01:30Z'");

        why(cluster, "report", AT)
                .is(
                        Verdict.BROKEN,
                        "parked since 2026-11-18T06:01:30Z: its timing can't be evaluated [EVALUATION_FAILED]")
                .cites("definition", "marker")
                .next("carillon schedule get report", "carillon schedule apply -f FILE");
        why(cluster, "report", "06:01:00").is(Verdict.DEFINED_LATER);
        assertThat(look(cluster, "report").nextDue()).isEmpty();
    }

    @Test
    void aScheduleThatHasPausedItselfHasNoNextTick() {
        defined(
                "'every':'1m','pauseAfterFailures':2",
                "'pausedSince':'2026-11-18T06:03:00Z','pausedReason':'2 executions failed'");

        why(cluster, "report", AT)
                .is(Verdict.PAUSED, "has paused itself: 2 executions failed.")
                .next("carillon schedule resume report");
        assertThat(look(cluster, "report").nextDue()).isEmpty();
    }

    @Test
    void aCompleteScheduleHasNoNextTick() {
        defined("'every':'1m','maxRuns':1", "'runs':1");

        why(cluster, "report", "06:30:00").is(Verdict.COMPLETED, "its 1 run (maxRuns)");
        assertThat(look(cluster, "report").nextDue()).isEmpty();
    }

    @Test
    void theNextTickIsNoneThatACalendarOrARequestLeavesOut() {
        cluster.calendar("days", "'exclude':['2026-11-18']");
        defined("'cron':'0 * * * *','calendar':'days'", "'skipping':['2026-11-19T00:00:00Z']");

        assertThat(look(cluster, "report").nextDue()).contains(RecordedCluster.moment("2026-11-19T01:00:00Z"));
    }

    /** The marker of a former definition tells nothing about the ticks of the one that replaced it. */
    @Test
    void aMarkerOfAnotherDefinitionStopsNothing() {
        cluster.at("06:01:00").define("report", "'every':'1m','maxRuns':1").takesIn("06:01:00", 0);
        marker(0, "'runs':1,'brokenCode':'EVALUATION_FAILED','brokenSince':'2026-11-18T06:01:30Z'");
        cluster.at("06:04:00").define("report", "'every':'1m','maxRuns':1").watermark("06:04:00");

        why(cluster, "report", AT).is(Verdict.NOT_DUE_YET, "in 1 min");
    }
}
