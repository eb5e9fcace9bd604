package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.why;
import static dev.carillon.insight.why.AnswerCheck.whyKey;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys of executions that are no ticks: they are no whole seconds, and most carry the mark of the client that made them. */
final class WhyKeysTest {
    private static final String NOMINAL = "2026-11-17T01:00:00Z";
    private static final Backfill BACKFILL = Backfill.ordered(
            moment("2026-11-17T00:00:00Z"), moment("2026-11-18T00:00:00Z"), 1, Backfill.nanosOf(0), 24);
    private static final ExecutionKey BACKFILLED = ExecutionKey.of("report", BACKFILL.execTime(moment(NOMINAL)));

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void hourly() {
        cluster.at("06:00:00").elected().define("report", "'every':'1h'").takesIn("06:00:00", 0);
        cluster.at("06:10:00").slice("06:00:00", "06:10:00", 0);
    }

    private void task(ExecutionKey key, Origin origin) {
        Task task = Task.first(key, origin, Work.of("shell", RawJson.NULL));
        cluster.task(origin == Origin.BACKFILL ? task.withNominalTime(moment(NOMINAL)) : task, key.home(PARTITIONS));
    }

    @Test
    void anExecutionOfABackfillIsFoundByItsKey() {
        task(BACKFILLED, Origin.BACKFILL);
        cluster.result(BACKFILLED.toString(), 1, ResultStatus.STARTED);

        whyKey(cluster, BACKFILLED.toString())
                .is(Verdict.DISPATCHED, "attempt 1 has started")
                .details("makes up for the instant " + NOMINAL)
                .cites("task", "claim of attempt 1")
                .next("carillon status " + BACKFILLED);
    }

    /** Commands that know only the instant of a key suggest {@code --at}. */
    @Test
    void anExecutionOfABackfillIsFoundByItsInstantAlone() {
        task(BACKFILLED, Origin.BACKFILL);
        cluster.succeeded(BACKFILLED.toString(), NOMINAL, "06:09:00");

        why(cluster, "report", BACKFILLED.execTime().instant())
                .is(Verdict.DISPATCHED, "It ran")
                .cites("task", "outcome")
                .next("carillon status " + BACKFILLED);
    }

    @Test
    void anExecutionThatAClientMadeIsFoundByItsKeyWithItsMark() {
        ExecutionKey key = ExecutionKey.parse("report:2026-11-18T06:09:30.123456789Z~k3f5q2xa");
        task(key, Origin.MANUAL);
        cluster.result(key.toString(), 1, ResultStatus.FAILED);

        whyKey(cluster, key.toString())
                .is(Verdict.DISPATCHED, "attempt 1 failed")
                .next("carillon status " + key);
    }

    @Test
    void theMarkOfAnotherClientIsAnotherExecution() {
        task(ExecutionKey.parse("report:2026-11-18T06:09:30.123456789Z~k3f5q2xa"), Origin.MANUAL);

        whyKey(cluster, "report:2026-11-18T06:09:30.123456789Z~aaaaaaaa")
                .is(Verdict.NOT_PLANNED, "no record of a run or a backfill with that key is found")
                .next("carillon status report:2026-11-18T06:09:30.123456789Z~aaaaaaaa");
    }

    /** A hand-written task is known by its position; its key names the partition, and its record has none. */
    @Test
    void aHandWrittenTaskIsAnsweredFromItsResults() {
        ExecutionKey key = ExecutionKey.parse("report:2026-11-18T06:09:30.123Z~default.normal-1-0");
        cluster.result(key.toString(), 1, ResultStatus.SUCCEEDED);

        whyKey(cluster, key.toString())
                .is(Verdict.DISPATCHED, "attempt 1 succeeded")
                .cites("result of attempt 1");
    }

    @Test
    void aTickIsTheSameByItsKeyAndByItsInstant() {
        cluster.tick("report", "06:00:00");

        whyKey(cluster, "report:2026-11-18T06:00:00Z").is(Verdict.DISPATCHED).isAbout("06:00:00");
        why(cluster, "report", "06:00:00").is(Verdict.DISPATCHED);
    }

    @Test
    void aKeyWithAMarkThatIsAWholeSecondIsNoTick() {
        whyKey(cluster, "report:2026-11-18T06:00:00Z~k3f5q2xa")
                .is(Verdict.NOT_PLANNED, "no record of a run or a backfill with that key is found");
    }

    @Test
    void aBackfillThatHasNotComeThereYetIsNamedByTheWholeKey() {
        cluster.marker(
                "report",
                "'version':0,'position':1,'floor':{'due':'2026-11-18T06:00:00Z'},'backfill':{"
                        + "'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z','maxRunning':1,'nanos':"
                        + BACKFILL.nanos() + ",'planned':24}");

        whyKey(cluster, BACKFILLED.toString()).is(Verdict.WAITING, "has not reached " + NOMINAL + " yet");
        why(cluster, "report", BACKFILLED.execTime().instant()).is(Verdict.WAITING);
        whyKey(cluster, BACKFILLED.toString().replaceAll("~.*", "~aaaaaaaa"))
                .is(Verdict.NOT_PLANNED, "No tick has that key");
    }
}
