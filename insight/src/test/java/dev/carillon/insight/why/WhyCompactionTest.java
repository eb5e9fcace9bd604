package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.why.AnswerCheck.look;
import static dev.carillon.insight.why.AnswerCheck.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.work.SkipReason;
import org.junit.jupiter.api.Test;

/**
 * Answers after compaction has deleted definitions. It leaves the start of the topic where it was, and it deletes a
 * definition a week after another has replaced it at the earliest.
 */
final class WhyCompactionTest {
    private static final String FIRST_TICK = "2026-11-02T06:05:00Z";

    private final RecordedCluster cluster = new RecordedCluster();

    /** Every minute from the first of November, every hour from the tenth; asked on the eighteenth. */
    private void editedOnTheTenth() {
        cluster.at("2026-11-01T06:00:00Z").elected().define("other", "'every':'1h'");
        cluster.define("report", "'every':'1m'").takesIn("2026-11-01T06:00:00Z", 0);
        cluster.at("2026-11-10T06:00:00Z").slice("2026-11-01T06:00:00Z", "2026-11-10T06:00:00Z", 9);
        cluster.define("report", "'every':'1h'").takesIn("2026-11-10T06:00:00Z", 2);
        cluster.at("2026-11-18T06:00:00Z").watermark("2026-11-18T06:00:00Z");
    }

    @Test
    void aReplacedDefinitionThatIsDeletedMayHaveBeenInForce() {
        editedOnTheTenth();
        cluster.log.compactAway(NAMES.schedules(), 0, 1);

        for (String at : new String[] {FIRST_TICK, "2026-11-02T07:00:00Z"}) {
            why(cluster, "report", at)
                    .is(Verdict.NO_LONGER_KEPT, "Whether a definition was in force then is no longer known.")
                    .details("the oldest one still kept is from 2026-11-10T06:00:00Z")
                    .cites("definition")
                    .citesAt(NAMES.schedules() + "-0@2");
        }
    }

    @Test
    void theDefinitionThatIsKeptAnswersForItsOwnTime() {
        editedOnTheTenth();
        cluster.log.compactAway(NAMES.schedules(), 0, 1);

        why(cluster, "report", "2026-11-12T06:05:00Z").is(Verdict.NOT_PLANNED, "every 1h");
        why(cluster, "report", "2026-11-18T07:00:00Z").is(Verdict.NOT_DUE_YET);
    }

    @Test
    void aDefinitionThatNoGapPrecedesWasTheFirst() {
        cluster.at("2026-11-01T06:00:00Z")
                .elected()
                .define("other", "'every':'1h'")
                .takesIn("2026-11-01T06:00:00Z", 0);
        cluster.at("2026-11-10T06:00:00Z").define("report", "'every':'1m'").takesIn("2026-11-10T06:00:00Z", 1);
        cluster.at("2026-11-18T06:00:00Z").watermark("2026-11-18T06:00:00Z");

        why(cluster, "report", FIRST_TICK)
                .is(Verdict.DEFINED_LATER, "The schedule was defined only after that, at 2026-11-10T06:00:00Z");
    }

    /** What it replaced within the last week would still be there. */
    @Test
    void aYoungDefinitionWasTheFirstEvenBehindAGap() {
        cluster.at("2026-11-01T06:00:00Z")
                .elected()
                .define("other", "'every':'1h'")
                .define("other", "'every':'2h'");
        cluster.takesIn("2026-11-01T06:00:00Z", 0).at("2026-11-11T06:00:01Z").define("report", "'every':'1m'");
        cluster.takesIn("2026-11-11T06:00:01Z", 2).at("2026-11-18T06:00:00Z").watermark("2026-11-18T06:00:00Z");
        cluster.log.compactAway(NAMES.schedules(), 0, 0);

        why(cluster, "report", FIRST_TICK).is(Verdict.DEFINED_LATER, "at 2026-11-11T06:00:01Z");
        cluster.at("2026-11-18T06:00:02Z");
        why(cluster, "report", FIRST_TICK).is(Verdict.NO_LONGER_KEPT);
    }

    @Test
    void aSkipIsKnownLongerThanTheDefinitionOfItsTick() {
        editedOnTheTenth();
        cluster.skip("report", SkipReason.MISSED, FIRST_TICK, "2026-11-02T06:08:00Z", 4, null);
        cluster.log.compactAway(NAMES.schedules(), 0, 1);

        why(cluster, "report", FIRST_TICK)
                .is(Verdict.SKIPPED, "(MISSED), as one of 4 ticks")
                .cites("skip");
    }

    @Test
    void ofADeletedScheduleOnlyTheDeletionMayBeLeft() {
        cluster.at("2026-11-01T06:00:00Z").elected().define("report", "'every':'1m','zone':'Europe/Berlin'");
        cluster.takesIn("2026-11-01T06:00:00Z", 0).at("2026-11-10T06:00:00Z").delete("report");
        cluster.takesIn("2026-11-10T06:00:00Z", 1).at("2026-11-18T06:00:00Z").watermark("2026-11-18T06:00:00Z");
        cluster.log.compactAway(NAMES.schedules(), 0, 0);

        why(cluster, "report", FIRST_TICK)
                .is(Verdict.NO_LONGER_KEPT)
                .cites("deletion")
                .doesNotSay("had been deleted", "ever defined");
        why(cluster, "report", "2026-11-12T06:05:00Z")
                .is(Verdict.DELETED, "The schedule had been deleted at 2026-11-10T06:00:00Z.");
        cluster.log.compactAway(NAMES.schedules(), 0, 1);
        why(cluster, "report", FIRST_TICK).is(Verdict.UNKNOWN_SCHEDULE, "as far back as definitions are kept");
    }

    @Test
    void aDeletionWithoutAGapTellsWhatItDeletedLater() {
        cluster.at("2026-11-17T06:00:00Z").elected().takesIn("2026-11-17T06:00:00Z", 0);
        cluster.at("2026-11-18T05:00:00Z").delete("report").takesIn("2026-11-18T05:00:00Z", 0);

        why(cluster, "report", "2026-11-18T04:00:00Z")
                .is(Verdict.NO_LONGER_KEPT, "the schedule was deleted later, at 2026-11-18T05:00:00Z");
    }

    @Test
    void aDeletedScheduleKeepsTheZoneOfItsLastDefinition() {
        cluster.at("2026-11-18T05:00:00Z").elected().define("report", "'cron':'0 6 * * *','zone':'Europe/Berlin'");
        cluster.takesIn("2026-11-18T05:00:00Z", 0).at("2026-11-18T05:30:00Z").delete("report");

        assertThat(look(cluster, "report").zone()).hasToString("Europe/Berlin");
        assertThat(look(cluster, "report").lastDue()).isEmpty();
        assertThat(look(cluster, "report").nextDue()).isEmpty();
        assertThat(look(cluster, "unknown").zone()).hasToString("Z");
    }

    /** The trigger keeps the last good definition in the marker while the newest one can't be used. */
    @Test
    void onlyTheMarkerMayHoldTheDefinitionInForce() {
        cluster.at("2026-11-01T06:00:00Z")
                .elected()
                .define("report", "'every':'1m'")
                .takesIn("2026-11-01T06:00:00Z", 0);
        cluster.at("2026-11-02T06:00:00Z").define("report", "'cron':'61 * * * *'");
        cluster.refuse("report", "BAD_CRON", "61 is no minute").takesIn("2026-11-02T06:00:00Z", 1);
        cluster.marker(
                "report",
                "'version':0,'position':2,'floor':{'due':'2026-11-02T06:00:00Z'},'brokenCode':'BAD_CRON',"
                        + "'lastGood':{'taskId':'report','type':'shell','every':'1m'}");
        cluster.at("2026-11-18T06:00:30Z").watermark("2026-11-18T06:00:30Z");
        cluster.log.compactAway(NAMES.schedules(), 0, 0);

        why(cluster, "report", "2026-11-18T06:01:00Z").is(Verdict.NOT_DUE_YET).cites("marker");
        why(cluster, "report", FIRST_TICK).is(Verdict.UNEXPLAINED);
        why(cluster, "report", "2026-11-02T06:00:00Z")
                .is(Verdict.NO_LONGER_KEPT, "has no ticks up to 2026-11-02T06:00:00Z");
        assertThat(look(cluster, "report").lastDue()).contains(RecordedCluster.moment("06:00:00"));
    }
}
