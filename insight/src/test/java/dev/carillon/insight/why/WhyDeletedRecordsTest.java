package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.why;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkipReason;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers after retention has deleted records: what is no longer known must not be answered from what came later. */
final class WhyDeletedRecordsTest {
    private static final String AT = "2026-11-08T06:05:00Z";
    private static final String EDITED = "2026-11-10T06:00:00Z";
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);

    private final RecordedCluster cluster = new RecordedCluster();

    /** Every minute since the eighth of November, with a tick at five past six. */
    private RecordedCluster everyMinute() {
        cluster.at("2026-11-08T06:00:00Z")
                .elected()
                .define("report", "'every':'1m'")
                .takesIn("2026-11-08T06:00:00Z", 0);
        return cluster.at(AT).tick("report", AT).slice("2026-11-08T06:04:00Z", AT, 1);
    }

    private void reached(String moment) {
        cluster.at(moment).watermark(moment);
    }

    /** After a week: the events, tasks and results of before are gone. */
    private void aWeekOfRecordsIsDeleted() {
        String from = "2026-11-11T00:00:00Z";
        cluster.forgetBefore(NAMES.events(), from)
                .forgetBefore(NAMES.results(), from)
                .forgetBefore(LANE, from);
        reached("2026-11-18T06:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'every':'1h'", "'every':'1m','enabled':false", "'every':'1m','from':'2026-11-12T00:00:00Z'"})
    void aLaterEditIsNoReasonForAnEarlierTick(String edit) {
        everyMinute().at(EDITED).define("report", edit).takesIn(EDITED, 1);
        cluster.at("2026-11-12T06:00:00Z").slice(EDITED, "2026-11-12T06:00:00Z", 0);
        aWeekOfRecordsIsDeleted();

        why(cluster, "report", AT)
                .is(Verdict.NO_LONGER_KEPT, "It was decided, but the records of that time are no longer kept")
                .details(
                        "was changed later, at " + EDITED,
                        "which definition was in force then is known only by when it was written")
                .cites("definition")
                .citesAt(NAMES.schedules() + "-0@0");
    }

    @Test
    void aLaterDeletionIsNoReasonForAnEarlierTick() {
        everyMinute().at(EDITED).delete("report").takesIn(EDITED, 1);
        cluster.at("2026-11-12T06:00:00Z").slice(EDITED, "2026-11-12T06:00:00Z", 0);
        aWeekOfRecordsIsDeleted();

        why(cluster, "report", AT).is(Verdict.NO_LONGER_KEPT).details("was deleted later, at " + EDITED);
        why(cluster, "report", "2026-11-10T06:05:00Z").is(Verdict.DELETED, EDITED);
    }

    /** Nothing happened for a week, so not one event is kept, and only the watermark shows how far the trigger is. */
    @Test
    void inAnIdleClusterTheTimeOfWritingTellsTheDefinition() {
        everyMinute().at(EDITED).define("report", "'every':'1h'").takesIn(EDITED, 1);
        aWeekOfRecordsIsDeleted();

        why(cluster, "report", AT).is(Verdict.NO_LONGER_KEPT);
        why(cluster, "report", "2026-11-08T06:05:30Z").is(Verdict.NOT_PLANNED, "every 1m");
        why(cluster, "report", "2026-11-10T06:05:00Z").is(Verdict.NOT_PLANNED, "every 1h");
    }

    /** A slice that only moves the watermark writes no event. */
    @Test
    void aMissingEventIsNoSignOfDeletionWhileNoneIsDeleted() {
        everyMinute().at(EDITED).define("report", "'every':'1h'").takesIn(EDITED, 1);
        reached("2026-11-18T06:00:00Z");

        why(cluster, "report", "2026-11-12T06:05:00Z")
                .is(Verdict.NOT_PLANNED, "every 1h")
                .doesNotSay("no longer kept");
        why(cluster, "report", "2026-11-12T06:00:00Z").is(Verdict.UNEXPLAINED, "This is a defect");
    }

    @Test
    void aTickBeforeTheOnlyDefinitionIsOneOfNoDefinition() {
        everyMinute();
        aWeekOfRecordsIsDeleted();

        why(cluster, "report", "2026-11-08T05:59:00Z")
                .is(Verdict.DEFINED_LATER, "defined only after that, at 2026-11-08T06:00:00Z");
    }

    /** Retention deletes whole segments of each partition, so one partition may go back farther than another. */
    @Test
    void aSkipMayHaveBeenInAnotherPartition() {
        cluster.at("2026-11-08T06:00:00Z")
                .elected()
                .define("report", "'every':'1m'")
                .takesIn("2026-11-08T06:00:00Z", 0);
        cluster.at("2026-11-08T06:20:00Z")
                .skip("report", SkipReason.MISSED, "2026-11-08T06:01:00Z", "2026-11-08T06:18:00Z", 18, null);
        cluster.slice("2026-11-08T06:00:00Z", "2026-11-08T06:20:00Z", 0);
        reached("2026-11-08T06:21:00Z");
        why(cluster, "report", otherHome()).is(Verdict.SKIPPED, "(MISSED)");

        ExecutionKey first = ExecutionKey.of("report", moment("2026-11-08T06:01:00Z"));
        cluster.log.deleteBefore(NAMES.results(), first.home(PARTITIONS), 1);
        why(cluster, "report", otherHome())
                .is(Verdict.NO_LONGER_KEPT, "the oldest ones are from 2026-11-08T06:21:00Z")
                .cites("definition", "slice");
    }

    /** A tick of the range whose home is not that of the first. */
    private static String otherHome() {
        int first = ExecutionKey.of("report", moment("2026-11-08T06:01:00Z")).home(PARTITIONS);
        for (int minute = 2; minute < 18; minute++) {
            String at = moment("2026-11-08T06:00:00Z").plusSeconds(60L * minute).toString();
            if (ExecutionKey.of("report", moment(at)).home(PARTITIONS) != first) {
                return at;
            }
        }
        throw new AssertionError("all ticks have one home");
    }

    /** It has run three times; of the last one, all records are deleted. */
    @Test
    void aCompleteScheduleMayHaveRunWhenRecordsWereDeleted() {
        cluster.at("2026-11-08T06:00:00Z").elected().define("report", "'every':'1m','maxRuns':3");
        cluster.takesIn("2026-11-08T06:00:00Z", 0).at("2026-11-08T06:10:00Z");
        cluster.tick("report", "2026-11-08T06:03:00Z").slice("2026-11-08T06:00:00Z", "2026-11-08T06:10:00Z", 3);
        cluster.marker("report", "'version':0,'position':1,'floor':{'due':'2026-11-08T06:00:00Z'},'runs':3");
        why(cluster, "report", AT).is(Verdict.COMPLETED, "it has had its 3 runs (maxRuns)");

        aWeekOfRecordsIsDeleted();
        why(cluster, "report", "2026-11-08T06:03:00Z").is(Verdict.NO_LONGER_KEPT);
        why(cluster, "report", "2026-11-18T07:00:00Z").is(Verdict.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = ';',
            value = {
                "'afterEnd':'10m'; 'next':'2026-11-18T06:10:00Z'",
                "'dependsOn':['a']; 'dependencies':{'decidedUpTo':'2026-11-17T06:00:00Z'}"
            })
    void aScheduleThatFollowsOthersMayHaveHadATickThatIsForgotten(String fields, String progress) {
        cluster.at("2026-11-08T06:00:00Z").elected().define("report", fields).takesIn("2026-11-08T06:00:00Z", 0);
        cluster.at(AT).tick("report", AT).slice("2026-11-08T06:04:00Z", AT, 1);
        cluster.marker("report", "'version':0,'position':1,'floor':{'due':'2026-11-08T06:00:00Z'}," + progress);
        reached("2026-11-18T06:00:00Z");
        why(cluster, "report", AT).is(Verdict.DISPATCHED);

        aWeekOfRecordsIsDeleted();
        why(cluster, "report", AT)
                .is(Verdict.NO_LONGER_KEPT, "Whether it had a tick then is no longer known")
                .cites("definition", "marker");
        why(cluster, "report", "2026-11-18T06:00:00Z").is(Verdict.NOT_PLANNED);
    }

    @Test
    void aMissingTopicIsNoDeletedRecord() {
        everyMinute();
        reached("2026-11-08T06:06:00Z");
        cluster.log.deleteTopic(LANE);
        cluster.log.deleteTopic(NAMES.results());
        cluster.log.deleteTopic(NAMES.outcomes());

        why(cluster, "report", AT).is(Verdict.UNEXPLAINED).cites("definition", "slice");
        cluster.log.deleteTopic(NAMES.events());
        why(cluster, "report", AT).is(Verdict.UNEXPLAINED).cites("definition");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{'v':2}", "[]"})
    void aRecordThatCanNotBeReadIsNamed(String value) {
        cluster.at("2026-11-08T06:00:00Z")
                .elected()
                .define("report", "'every':'1m'")
                .takesIn("2026-11-08T06:00:00Z", 0);
        ExecutionKey key = ExecutionKey.of("report", moment(AT));
        int home = key.home(PARTITIONS);
        cluster.at(AT).put(LANE, home, key.toString(), RecordedCluster.json(value), Map.of());
        cluster.slice("2026-11-08T06:04:00Z", AT, 1);

        why(cluster, "report", AT)
                .is(Verdict.UNEXPLAINED, "the only record with its key can't be read")
                .cites("definition", "slice", "unreadable task")
                .doesNotSay("neither a task nor a skip");
    }
}
