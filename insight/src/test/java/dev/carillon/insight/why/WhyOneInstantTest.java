package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.why.AnswerCheck.look;
import static dev.carillon.insight.why.AnswerCheck.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.SkipReason;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schedule with one instant is decided even if its definition comes after that instant. */
final class WhyOneInstantTest {
    private static final String AT = "06:05:00";
    private static final String ONCE = "'at':'2026-11-18T06:05:00Z'";

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void aTriggerLeads() {
        cluster.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    @Test
    void anInstantThatIsOverIsDecidedOnceATriggerReadsTheDefinition() {
        cluster.at("06:08:00").watermark("06:08:00").at("06:10:00").define("report", ONCE);

        why(cluster, "report", AT)
                .is(Verdict.NOT_DECIDED_YET, "written at 2026-11-18T06:10:00Z, and no trigger has read it yet")
                .cites("definition")
                .next("carillon run trigger");
        why(cluster, "report", "06:04:00").is(Verdict.DEFINED_LATER);
    }

    @Test
    void anInstantThatWasOverWhenItsDefinitionWasReadHasRunOrWasSkipped() {
        cluster.at("06:08:00")
                .watermark("06:08:00")
                .at("06:10:00")
                .define("report", ONCE)
                .takesIn("06:09:00", 0);
        why(cluster, "report", AT).is(Verdict.UNEXPLAINED);

        cluster.skip("report", SkipReason.MISSED, AT, AT, 1, null);
        why(cluster, "report", AT).is(Verdict.SKIPPED, "(MISSED).");

        cluster.tick("report", AT);
        why(cluster, "report", AT).is(Verdict.DISPATCHED).details("Its task was written 5 min after its time");
    }

    @Test
    void aPausedInstantThatIsOverWaitsForTheEndOfThePause() {
        cluster.at("06:10:00").define("report", ONCE + ",'enabled':false").takesIn("06:09:00", 0);

        why(cluster, "report", AT).is(Verdict.PAUSED).next("carillon schedule resume report");
    }

    @Test
    void aRefusedDefinitionBeforeItIsToldAsWell() {
        cluster.at("06:01:00").define("report", "'every':'1m','queue':'mail'");
        cluster.refuse("report", "UNKNOWN_QUEUE", "mail is missing").takesIn("06:01:00", 0);
        cluster.at("06:08:00").slice("06:01:00", "06:08:00", 1).at("06:10:00").define("report", ONCE);

        why(cluster, "report", AT).is(Verdict.NOT_DECIDED_YET).details("was refused: mail is missing [UNKNOWN_QUEUE]");
    }

    @Test
    void withoutAnyTriggerItIsNotDecided() {
        RecordedCluster untouched = new RecordedCluster();
        untouched.at("06:10:00").define("report", ONCE);

        why(untouched, "report", AT)
                .is(Verdict.NOT_DECIDED_YET, "No trigger has ever led here")
                .next("carillon run trigger");
        assertThat(look(untouched, "report").lastDue()).contains(RecordedCluster.moment(AT));
        assertThat(look(untouched, "report").nextDue()).isEmpty();
    }

    @Test
    void anotherInstantIsNotPlanned() {
        cluster.at("06:01:00")
                .define("report", ONCE)
                .takesIn("06:01:00", 0)
                .at("06:04:00")
                .watermark("06:04:00");

        why(cluster, "report", AT).is(Verdict.NOT_DUE_YET, "in 1 min");
        why(cluster, "report", "06:06:00")
                .is(Verdict.NOT_PLANNED, "at 2026-11-18T06:05:00Z, plans nothing")
                .details("Nearest before: 2026-11-18T06:05:00Z; nearest after: none.")
                .next("carillon why report --at 2026-11-18T06:05:00Z");
    }

    @Test
    void aWatermarkThatPassedTheDefinitionProvesThatItWasReadWithoutAnEvent() {
        cluster.at("06:08:00").watermark("06:08:00").at("06:10:00").define("report", ONCE);
        cluster.put(
                NAMES.triggerState(),
                0,
                Watermark.recordKey("0"),
                json("{'shard':'0','reached':{'due':'2026-11-18T06:10:00Z'},'positions':{'schedules':1}}"),
                Map.of());

        why(cluster, "report", AT).is(Verdict.UNEXPLAINED);
    }
}
