package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.why;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which ticks a skip covers, and what it says about them. */
final class WhySkipRangesTest {
    private static final String AT = "06:05:00";

    private final RecordedCluster cluster = new RecordedCluster();

    private void decided(String fields) {
        cluster.at("06:00:00").elected().define("report", fields).takesIn("06:00:00", 0);
        cluster.at("06:20:00").slice("06:00:00", "06:20:00", 0);
    }

    @ParameterizedTest
    @CsvSource({
        "06:01:00, UNEXPLAINED",
        "06:02:00, SKIPPED",
        "06:03:00, SKIPPED",
        "06:08:00, SKIPPED",
        "06:09:00, UNEXPLAINED",
        "06:03:30, NOT_PLANNED"
    })
    void aRangeCoversThePlannedTicksFromItsFirstToItsLast(String at, Verdict verdict) {
        decided("'every':'1m'");
        cluster.skip("report", SkipReason.MISSED, "06:02:00", "06:08:00", 7, null);

        why(cluster, "report", at).is(verdict);
    }

    /** They were ticks of the definition then; only what lies between is to be told from it. */
    @Test
    void theEndsOfARangeAreTicksEvenIfNoKnownDefinitionPlansThem() {
        decided("'every':'1h'");
        cluster.skip("report", SkipReason.MISSED, "06:02:00", "06:08:00", 7, null);

        why(cluster, "report", "06:02:00").is(Verdict.SKIPPED);
        why(cluster, "report", "06:08:00").is(Verdict.SKIPPED);
        why(cluster, "report", AT).is(Verdict.NOT_PLANNED);
    }

    @Test
    void ofTwoRangesTheOneThatCoversTheTickAnswers() {
        decided("'every':'1m'");
        cluster.skip("report", SkipReason.MISSED, "06:01:00", "06:04:00", 4, null);
        cluster.skip("report", SkipReason.COALESCED, "06:05:00", "06:09:00", 5, null);
        cluster.skip("report-2", SkipReason.PAUSED, "06:01:00", "06:10:00", 10, null);

        why(cluster, "report", "06:04:00").is(Verdict.SKIPPED, "(MISSED), as one of 4 ticks");
        why(cluster, "report", AT).is(Verdict.SKIPPED, "a later tick replaces it (COALESCED), as one of 5 ticks");
    }

    @Test
    void aSkipThatCanNotBeReadIsNoSkip() {
        decided("'every':'1m'");
        ExecutionKey key = ExecutionKey.of("report", moment(AT));
        Map<String, String> headers = Map.of(Headers.KIND, Headers.KIND_RESULT);
        cluster.put(NAMES.results(), key.home(PARTITIONS), key.toString(), RecordedCluster.json("{'v':1"), headers);

        why(cluster, "report", AT)
                .is(Verdict.UNEXPLAINED, "can't be read")
                .cites("definition", "slice", "unreadable result");
    }

    @Test
    void aLeaseWithASkipInsideIsNoSkip() {
        decided("'every':'1m'");
        ExecutionKey key = ExecutionKey.of("report", moment(AT));
        Result result = Result.of(key, 1, ResultStatus.SKIPPED)
                .withSkipped(new SkippedRange(SkipReason.MISSED, moment(AT), moment(AT), 1));
        Map<String, String> headers = Map.of(Headers.KIND, Headers.KIND_LEASE);
        cluster.put(NAMES.results(), key.home(PARTITIONS), key.toString(), Kind.RESULT.encode(result), headers);

        why(cluster, "report", AT).is(Verdict.UNEXPLAINED);
    }

    @Test
    void aRunCountsMoreThanASkipOfTheSameTick() {
        decided("'every':'1m'");
        cluster.skip("report", SkipReason.OVERLAP, AT, AT, 1, null).tick("report", AT);

        why(cluster, "report", AT).is(Verdict.DISPATCHED);
    }

    @Test
    void aSkipThatWasRequestedBeforeItsTickIsNoneYet() {
        cluster.at("06:00:00").elected().define("report", "'every':'1m'").takesIn("06:00:00", 0);
        cluster.at("06:04:30").watermark("06:04:30");
        cluster.marker(
                "report",
                "'version':0,'position':1,'floor':{'due':'2026-11-18T06:00:00Z'},'skipping':['2026-11-18T06:05:00Z']");

        why(cluster, "report", AT).is(Verdict.TO_BE_SKIPPED, "(REQUESTED)");
        cluster.at("06:05:01")
                .skip("report", SkipReason.REQUESTED, AT, AT, 1, "1 tick skipped: requested, because ann");
        cluster.slice("06:04:30", AT, 0);
        why(cluster, "report", AT).is(Verdict.SKIPPED, "It was skipped because ann (REQUESTED).");
    }

    @Test
    void aSkipOfASchedulesFormerLifeIsToldThoughItIsDeletedNow() {
        decided("'every':'1m'");
        cluster.skip("report", SkipReason.OVERLAP, AT, AT, 1, null)
                .at("06:30:00")
                .delete("report");
        cluster.takesIn("06:30:00", 1);

        why(cluster, "report", AT).is(Verdict.SKIPPED, "(OVERLAP)").next("carillon schedule get report");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "b ended FAILED; carillon why b --at 2026-11-18T06:05:00Z",
                "a,b ended FAILED; carillon why a --at 2026-11-18T06:05:00Z carillon why b --at 2026-11-18T06:05:00Z",
                "bb ended FAILED; carillon why a --at 2026-11-18T06:05:00Z carillon why b --at 2026-11-18T06:05:00Z"
            })
    void aFailedDependencyPointsToTheParentsThatItsCauseNames(String cause, String next) {
        decided("'dependsOn':['a','b']");
        cluster.skip("report", SkipReason.DEPENDENCY, AT, AT, 1, "1 tick skipped: dependency, because " + cause);

        AnswerCheck answer = why(cluster, "report", AT).is(Verdict.SKIPPED, "because " + cause + " (DEPENDENCY).");
        String[] commands = (next + " carillon schedule get report").split(" (?=carillon)");
        answer.next(commands);
    }

    @Test
    void ofManyParentsFiveAreNamed() {
        String parents = IntStream.range(0, 9).mapToObj(i -> "'p" + i + "'").collect(Collectors.joining(","));
        decided("'dependsOn':[" + parents + "]");
        cluster.skip("report", SkipReason.DEPENDENCY, AT, AT, 1, null);

        why(cluster, "report", AT)
                .next(
                        "carillon why p0 --at 2026-11-18T06:05:00Z",
                        "carillon why p1 --at 2026-11-18T06:05:00Z",
                        "carillon why p2 --at 2026-11-18T06:05:00Z",
                        "carillon why p3 --at 2026-11-18T06:05:00Z",
                        "carillon why p4 --at 2026-11-18T06:05:00Z",
                        "carillon schedule get report");
    }

    @Test
    void aMissingQueueIsMadeByTheNameThatTheDefinitionHas() {
        decided("'every':'1m','queue':'mail'");
        cluster.skip("report", SkipReason.BROKEN, AT, AT, 1, "1 tick skipped: broken, because its queue mail is gone");
        cluster.skip("lost", SkipReason.BROKEN, AT, AT, 1, "1 tick skipped: broken, because its queue mail is gone");
        cluster.delete("lost").takesIn("06:20:00", 1);

        why(cluster, "report", AT).next("carillon topics create --queue mail", "carillon schedule get report");
        why(cluster, "lost", AT)
                .is(Verdict.SKIPPED)
                .next("carillon topics create --queue NAME", "carillon schedule get lost");
    }

    /** What a program wrote into the message must not reach the terminal as it is. */
    @Test
    void aCauseMovesNoCursorAndFillsOneLine() {
        decided("'every':'1m'");
        cluster.skip("report", SkipReason.REQUESTED, AT, AT, 1, "skipped, because \u001b[2Jann\nasked, because of it");

        why(cluster, "report", AT).is(Verdict.SKIPPED, "because ?[2Jann ⏎ asked, because of it (REQUESTED).");
    }

    @Test
    void theClockChangeOfASkippedTickIsToldToo() {
        cluster.at("2026-03-28T12:00:00Z").elected().define("report", "'cron':'30 2 * * *','zone':'Europe/Berlin'");
        cluster.takesIn("2026-03-28T12:00:00Z", 0).at("2026-03-29T06:00:00Z");
        cluster.slice("2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z", 0);
        String at = "2026-03-29T01:00:00Z";
        cluster.skip("report", SkipReason.MISSED, at, at, 1, null);

        why(cluster, "report", at)
                .is(Verdict.SKIPPED)
                .clockChange("GAP", "run-after")
                .details("02:30 on Sunday");
    }
}
