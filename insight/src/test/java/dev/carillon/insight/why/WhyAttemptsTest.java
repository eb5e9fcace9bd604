package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.why;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.ResultBuilder;
import dev.carillon.schemas.record.ResultStatus;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which attempt an execution under way is at, whatever order its workers report in. */
final class WhyAttemptsTest {
    private static final String AT = "06:05:00";
    private static final ExecutionKey KEY = ExecutionKey.of("report", moment(AT));

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void aTickBecameATask() {
        cluster.at("06:00:00").elected().define("report", "'every':'1m'").takesIn("06:00:00", 0);
        cluster.at("06:05:00.003").tick("report", AT).slice("06:04:00", "06:05:00", 1);
    }

    private void reports(int attempt, int delivery, ResultStatus status) {
        cluster.result(ResultBuilder.builder()
                .key(KEY)
                .attempt(attempt)
                .delivery(delivery)
                .status(status)
                .times(AttemptTimes.NONE)
                .rest(Map.of())
                .build());
    }

    private void isUnderWay(String words) {
        why(cluster, "report", AT).is(Verdict.DISPATCHED, "is under way: " + words);
    }

    /** The collector gave the attempt up; the worker that was cut off reports it after all, and that counts no more. */
    @Test
    void aLateReportOfAnEarlierAttemptDoesNotSetTheExecutionBack() {
        reports(1, 1, ResultStatus.STARTED);
        reports(2, 1, ResultStatus.STARTED);
        reports(1, 1, ResultStatus.FAILED);

        isUnderWay("attempt 2 has started.");
        why(cluster, "report", AT).cites("task", "claim of attempt 1", "claim of attempt 2", "result of attempt 1");
    }

    @Test
    void aLateSuccessOfAnEarlierAttemptIsNoEnd() {
        reports(2, 1, ResultStatus.FAILED);
        reports(1, 1, ResultStatus.SUCCEEDED);

        isUnderWay("attempt 2 failed.");
    }

    @Test
    void aReportOfAnEarlierDeliveryDoesNotEndTheAttempt() {
        reports(1, 1, ResultStatus.HANDED_BACK);
        reports(1, 2, ResultStatus.STARTED);
        reports(1, 1, ResultStatus.LOST);

        isUnderWay("attempt 1 has started.");
    }

    /** A success names no delivery. */
    @Test
    void aSuccessEndsTheAttemptWhateverItsDelivery() {
        reports(1, 2, ResultStatus.STARTED);
        reports(1, 1, ResultStatus.SUCCEEDED);

        isUnderWay("attempt 1 succeeded; its outcome is about to be written.");
    }

    @Test
    void theSameClaimReadTwiceIsStillTheSameAttempt() {
        reports(1, 1, ResultStatus.STARTED);
        reports(1, 1, ResultStatus.FAILED);
        reports(1, 1, ResultStatus.STARTED);

        isUnderWay("attempt 1 failed.");
    }
}
