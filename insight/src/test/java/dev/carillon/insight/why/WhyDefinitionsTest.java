package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.home;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.why.AnswerCheck.look;
import static dev.carillon.insight.why.AnswerCheck.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.trigger.Watermark;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which definition was in force: after edits, pauses, deletions, definitions anew, and refusals. */
final class WhyDefinitionsTest {
    private static final String AT = "06:05:00";

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void aTriggerLeads() {
        cluster.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    /** Written and read at once. */
    private RecordedCluster defined(String at, String fields, long position) {
        return cluster.at(at).define("report", fields).takesIn(at, position);
    }

    private RecordedCluster reached(String moment) {
        return cluster.at(moment).watermark(moment);
    }

    @Test
    void anUnknownScheduleIsNotTakenForOneWithASimilarName() {
        defined("06:01:00", "'every':'1m'", 0);

        assertThat(look(cluster, "repor").isKnown()).isFalse();
        why(cluster, "repor", AT).is(Verdict.UNKNOWN_SCHEDULE).cites().next("carillon schedule list");
    }

    @Test
    void aScheduleOwesNothingBetweenItsDeletionAndItsNextDefinition() {
        defined("06:01:00", "'every':'1m'", 0).at("06:02:30").delete("report").takesIn("06:02:30", 1);
        defined("06:07:30", "'every':'1m'", 2);
        reached("06:10:00");

        why(cluster, "report", AT)
                .is(Verdict.DELETED, "The schedule had been deleted at 2026-11-18T06:02:30Z.")
                .details("It was defined again at 2026-11-18T06:07:30Z.")
                .cites("deletion", "slice", "definition");
        why(cluster, "report", "06:02:00").is(Verdict.UNEXPLAINED).details("was changed later");
        why(cluster, "report", "06:08:00").is(Verdict.UNEXPLAINED);
    }

    /** A definition anew is a schedule anew: it has no ticks from before it, as the first one had none. */
    @Test
    void aScheduleThatIsDefinedAgainHasNoTicksOfBefore() {
        defined("06:01:00", "'every':'1m'", 0).at("06:02:30").delete("report");
        cluster.at("06:05:20").define("report", "'every':'1m'");
        cluster.at("06:07:00").slice("06:01:00", "06:04:30", 3).takesIn("06:04:30", 1);
        reached("06:10:00");

        why(cluster, "report", AT)
                .is(Verdict.DEFINED_LATER, "defined only after that, at 2026-11-18T06:05:20Z")
                .cites("definition");
    }

    @Test
    void aTickInASecondInWhichTheScheduleWasDefinedIsNone() {
        cluster.at("06:05:00.900").define("report", "'every':'1m'").takesIn("06:04:59", 0);
        reached("06:07:00");

        why(cluster, "report", AT).is(Verdict.DEFINED_LATER, "at 2026-11-18T06:05:00.900Z");
        why(cluster, "report", "06:06:00").is(Verdict.UNEXPLAINED);
    }

    @Test
    void anEditThatNoTriggerHasReadYetIsTheOneThatWillDecide() {
        defined("06:01:00", "'every':'1m'", 0).at("06:04:00").slice("06:01:00", "06:03:00", 2);
        cluster.define("report", "'every':'1h'");

        why(cluster, "report", AT).is(Verdict.NOT_PLANNED, "every 1h").citesAt(NAMES.schedules() + "-0@1");
        why(cluster, "report", "06:02:00").is(Verdict.UNEXPLAINED).details("was changed later");
    }

    @Test
    void aFirstDefinitionThatNoTriggerHasReadYetOwesNothingThatIsDecided() {
        cluster.at("06:01:00").define("report", "'every':'1m'").at("06:10:00");
        String key = Watermark.recordKey("0");
        cluster.put(
                NAMES.triggerState(),
                0,
                key,
                json("{'shard':'0','reached':{'due':'2026-11-18T06:08:00Z'},'positions':{}}"),
                Map.of());

        why(cluster, "report", AT)
                .is(Verdict.DEFINED_LATER, "was defined at 2026-11-18T06:01:00Z, but no trigger has read it yet.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"the printer is broken", "a\nb", "\u0007"})
    void aPausedScheduleSaysForWhatReasonAndSinceWhen(String reason) {
        String escaped = reason.replace("\n", "\\n").replace("\u0007", "\\u0007");
        defined("06:01:00", "'every':'1m','enabled':false,'pausedReason':'" + escaped + "'", 0);
        cluster.marker(
                "report",
                "'version':0,'position':1,'floor':{'due':'2026-11-18T06:01:00Z'},'pausedSince':'2026-11-18T06:01:00Z'");
        reached("06:06:00");

        String shown = reason.replace("\n", " ⏎ ").replace("\u0007", "?");
        why(cluster, "report", AT)
                .is(Verdict.PAUSED, "The schedule is paused: " + shown + ".")
                .details(
                        "Paused since 2026-11-18T06:01:00Z; the missed ticks are decided when the schedule is resumed.")
                .cites("definition", "marker")
                .next("carillon schedule resume report");
    }

    @Test
    void aTickOfBeforeThePauseIsNotExplainedByIt() {
        defined("06:01:00", "'every':'1m'", 0).at("06:05:10").slice("06:04:00", "06:05:10", 1);
        defined("06:05:10", "'every':'1m','enabled':false", 1);
        reached("06:07:00");

        why(cluster, "report", AT).is(Verdict.UNEXPLAINED).details("was changed later, at 2026-11-18T06:05:10Z");
        why(cluster, "report", "06:06:00").is(Verdict.PAUSED);
        why(cluster, "report", "06:06:30").is(Verdict.NOT_PLANNED);
    }

    @Test
    void anInstantOutsideThePeriodIsNamedOnBothSides() {
        defined("06:01:00", "'every':'1m','from':'2026-11-18T06:03:00Z','until':'2026-11-18T06:04:00Z'", 0);
        reached("06:06:00");

        why(cluster, "report", "06:02:59")
                .is(Verdict.OUTSIDE_PERIOD, "(from: 2026-11-18T06:03:00Z, until: 2026-11-18T06:04:00Z)");
        why(cluster, "report", "06:04:01").is(Verdict.OUTSIDE_PERIOD);
        why(cluster, "report", "06:03:00").is(Verdict.UNEXPLAINED);
        why(cluster, "report", "06:04:00").is(Verdict.UNEXPLAINED);
        assertThat(look(cluster, "report").lastDue()).contains(RecordedCluster.moment("06:04:00"));
    }

    private RecordedCluster refused(String at, String fields, long position) {
        cluster.at(at).define("report", fields).refuse("report", "UNKNOWN_QUEUE", "queue: \"mail\"\ndoes not exist");
        return cluster.takesIn(at, position);
    }

    @Test
    void aScheduleWithRefusedDefinitionsAloneWasNeverAccepted() {
        refused("06:01:00", "'every':'1m','queue':'mail'", 0);
        reached("06:06:00");

        why(cluster, "report", AT)
                .is(
                        Verdict.NEVER_ACCEPTED,
                        "No definition of the schedule was ever accepted: queue: \"mail\" ⏎ does not exist [UNKNOWN_QUEUE].")
                .cites("definition", "dead letter")
                .next("carillon schedule apply -f FILE");
        why(cluster, "report", "05:00:00").is(Verdict.NEVER_ACCEPTED);
    }

    @Test
    void aRefusedEditLeavesTheLastGoodDefinitionInForce() {
        defined("06:01:00", "'every':'1m'", 0);
        refused("06:03:00", "'every':'1h','queue':'mail'", 1);
        reached("06:06:00");

        why(cluster, "report", AT)
                .is(Verdict.UNEXPLAINED)
                .details("It got a definition that was refused later, at 2026-11-18T06:03:00Z");
    }

    @Test
    void aRefusalIsNoReasonOnceALaterDefinitionWasAccepted() {
        refused("06:01:00", "'every':'1m','queue':'mail'", 0);
        defined("06:07:00", "'every':'1m'", 1);
        reached("06:10:00");

        why(cluster, "report", AT)
                .is(Verdict.DEFINED_LATER, "The schedule was defined only after that, at 2026-11-18T06:07:00Z")
                .details("The definition that was written at 2026-11-18T06:01:00Z was refused")
                .doesNotSay("ever accepted")
                .citesAt(NAMES.deadLetters() + "-" + home("report") + "@0");
    }

    @Test
    void aRefusalAfterADeletionDoesNotUndoThatTheScheduleWasAccepted() {
        defined("06:01:00", "'every':'1m'", 0).at("06:02:30").delete("report").takesIn("06:02:30", 1);
        refused("06:03:00", "'every':'1m','queue':'mail'", 2);
        reached("06:06:00");

        why(cluster, "report", AT)
                .is(Verdict.DELETED, "2026-11-18T06:02:30Z")
                .details("The definition that was written at 2026-11-18T06:03:00Z was refused")
                .cites("deletion", "dead letter");
    }

    @Test
    void aDefinitionThatCanNotBeReadHereIsSaidToBeUnconfirmed() {
        cluster.at("06:01:00").definition("report", json("{'taskId':'report'")).takesIn("06:01:00", 0);
        reached("06:06:00");

        why(cluster, "report", AT)
                .is(Verdict.NEVER_ACCEPTED, "[BAD_JSON]")
                .details("No dead letter confirms this; it is what this command finds wrong with the record.")
                .cites("definition");
    }

    @Test
    void aDefinitionThatCanNotBeReadHereAnyMoreMayHaveBeenInForceOnce() {
        cluster.at("06:01:00")
                .define("report", "'cron':'0 6 * * *','zone':'Mars/Base'")
                .takesIn("06:01:00", 0);
        defined("06:07:00", "'every':'1m'", 1);
        reached("06:10:00");

        why(cluster, "report", AT)
                .is(Verdict.BROKEN, "The definition of that time can't be used", "[BAD_ZONE]")
                .doesNotSay("ever accepted", "no earlier ticks");
    }

    @Test
    void deadLettersOfOtherTopicsAndWithoutAnOffsetRefuseNothing() {
        defined("06:01:00", "'every':'1m'", 0);
        for (String offset : new String[] {"", "-1", "x", "0", "99999999999999999999"}) {
            String origin = offset.equals("0") ? NAMES.control() : NAMES.schedules();
            Map<String, String> headers = Map.of(Headers.ORIGIN_TOPIC, origin, Headers.ORIGIN_OFFSET, offset);
            cluster.put(NAMES.deadLetters(), home("report"), "report", null, headers);
        }
        reached("06:04:30");

        why(cluster, "report", AT).is(Verdict.NOT_DUE_YET, "in 30 s");
    }

    @Test
    void aRefusalWithoutACauseIsStillARefusal() {
        cluster.at("06:01:00").define("report", "'every':'1m'");
        Map<String, String> headers = Map.of(Headers.ORIGIN_TOPIC, NAMES.schedules(), Headers.ORIGIN_OFFSET, "0");
        cluster.put(NAMES.deadLetters(), home("report"), "report", null, headers)
                .takesIn("06:01:00", 0);
        reached("06:06:00");

        why(cluster, "report", AT).is(Verdict.NEVER_ACCEPTED, "no reason given [UNKNOWN]");
    }

    @Test
    void tenThousandEditsLeaveOneInForce() {
        for (int i = 0; i < 10_000; i++) {
            cluster.at("06:01:00").define("report", i == 9_000 ? "'every':'2m'" : "'every':'1m'");
        }
        cluster.takesIn("06:01:00", 0).at("06:02:30").slice("06:01:00", "06:02:30", 1);

        why(cluster, "report", "06:03:00").is(Verdict.NOT_DUE_YET).citesAt(NAMES.schedules() + "-0@9999");
    }
}
