package dev.carillon.insight.why;

import static dev.carillon.insight.why.AnswerCheck.why;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.trigger.DecidedUpTo;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers while clocks differ: those of the brokers, which date the records, and that of the host that asks. */
final class WhyClockStepsTest {
    private static final String AT = "06:05:00";

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void everyMinute() {
        cluster.at("06:00:00").elected().define("report", "'every':'1m'").takesIn("06:00:00", 0);
    }

    /** Roles tolerate two seconds, so a record may be dated that much before its tick. */
    @ParameterizedTest
    @CsvSource({
        "06:04:58, 2 s early and became visible at its time",
        "06:04:59.990, 10 ms early and became visible at its time",
        "06:05:00, 0 ms after its time",
        "06:05:02, 2 s after its time",
        "07:05:00, 1 h after its time"
    })
    void aTaskIsFoundWheneverItsBrokerSaysItWasWritten(String written, String words) {
        cluster.at(written).tick("report", AT).slice("06:04:00", AT, 1);

        why(cluster, "report", AT)
                .is(Verdict.DISPATCHED)
                .details("Its task was written " + words + ", by the definition at position 0.");
    }

    /** The host that asks is ten minutes behind: to it, the tick is still to come. */
    @Test
    void aDecidedTickIsNotStillToCome() {
        cluster.calendar("days", "'exclude':['2026-11-18']")
                .at("06:01:00")
                .define("report", "'every':'1m','calendar':'days'");
        cluster.takesIn("06:01:00", 1).at("06:06:00").slice("06:01:00", "06:06:00", 0);
        cluster.marker(
                "report",
                "'version':1,'position':2,'floor':{'due':'2026-11-18T06:01:00Z'},"
                        + "'leftOut':{'since':'2026-11-18T06:02:00Z','first':'2026-11-18T06:02:00Z'}");
        cluster.at("05:56:00");

        why(cluster, "report", AT)
                .is(Verdict.SKIPPED, "its calendar leaves it out")
                .doesNotSay("not due yet");
    }

    @Test
    void aTickThatRanIsAnsweredThoughItLiesAheadOfTheHostThatAsks() {
        cluster.at("06:05:00.003").tick("report", AT).slice("06:04:00", AT, 1).at("05:00:00");

        why(cluster, "report", AT).is(Verdict.DISPATCHED);
        why(cluster, "report", "06:06:00").is(Verdict.NOT_DUE_YET, "in 1 h 6 min");
    }

    /** A watermark that was written ahead of this host's clock is as good as one of now. */
    @Test
    void aTriggerAheadOfThisClockIsNotSilent() {
        cluster.at("06:04:00").slice("06:00:00", "06:04:00", 4).at("06:03:30");
        why(cluster, "report", "06:05:00").is(Verdict.NOT_DUE_YET, "in 1 min 30 s");

        cluster.at("06:04:50").watermark("06:03:58").at("06:04:01");
        why(cluster, "report", "06:04:00").is(Verdict.NOT_DECIDED_YET, "has not reached it yet", "2 s before");
    }

    /** Without a watermark for twice its interval and the time of a commit, no trigger leads. */
    @ParameterizedTest
    @CsvSource({
        "PT1S, 4, true",
        "PT1S, 5, false",
        "PT5S, 12, true",
        "PT5S, 13, false",
        "PT1H, 7202, true",
        "PT1H, 7203, false"
    })
    void howLongATriggerMayBeSilentFollowsItsOwnInterval(Duration idle, long seconds, boolean moving) {
        cluster.define("second", "'every':'1s'").takesIn("06:00:00", 1);
        cluster.watermark(DecidedUpTo.allOf(cluster.now()), idle);
        cluster.clock.advance(Duration.ofSeconds(seconds));

        why(cluster, "second", "06:00:01")
                .is(
                        Verdict.NOT_DECIDED_YET,
                        moving ? "The trigger has not reached it yet" : "No trigger has reached it");
    }

    @Test
    void ticksOfOneInstantAreDecidedInTheOrderOfTheirNames() {
        cluster.define("alpha", "'every':'1m'").takesIn("06:00:00", 1);
        cluster.at("06:05:00.100").watermark(new DecidedUpTo(RecordedCluster.moment(AT), "m"), null);

        why(cluster, "alpha", AT).is(Verdict.UNEXPLAINED);
        why(cluster, "report", AT).is(Verdict.NOT_DECIDED_YET, "up to 2026-11-18T06:05:00Z, 0 ms before");
    }

    @Test
    void theLeaderThatLedLastIsNamed() {
        cluster.at("06:10:00");
        why(cluster, "report", AT)
                .is(
                        Verdict.NOT_DECIDED_YET,
                        "everything is decided up to 2026-11-18T06:00:00Z",
                        "nothing more for 10 min")
                .details(RecordedCluster.LEADER + " led last.")
                .cites("definition", "leader elected", "watermark")
                .next("carillon run trigger");
    }
}
