package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.worker.FinishedAttempts.Finished;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FinishedAttemptsTest {
    private final AtomicInteger woken = new AtomicInteger();
    private final ManualClock ticker = new ManualClock(NOW);
    private final FinishedAttempts finished = new FinishedAttempts(woken::incrementAndGet, ticker);

    private static Finished one(String taskId) {
        Attempt attempt = new Attempt(
                new Subject(key(taskId), task(taskId), new TaskPosition(NORMAL, 0, 0)),
                new RecordOffset(new PartitionProgress(new InputPartition(NORMAL, 0), StoredPoint.untouched(0)), 0),
                new Attempt.Window(NOW, NOW, NOW.plusSeconds(1)),
                new Attempt.Arrived(true, false, 0));
        return new Finished(attempt, null);
    }

    @Test
    void loneEndWakesTheLoop() {
        assertThat(finished.reachesWakeCount()).isFalse();
        finished.add(one("a"));
        assertThat(woken).hasValue(1);
        assertThat(finished.reachesWakeCount()).isTrue();
    }

    @Test
    void loopIsWokenFromAsManyOnAsItWants() {
        finished.wakeFrom(3);
        finished.add(one("a"));
        finished.add(one("b"));
        assertThat(woken).hasValue(0);
        assertThat(finished.reachesWakeCount()).isFalse();
        finished.add(one("c"));
        assertThat(woken).hasValue(1);
        assertThat(finished.reachesWakeCount()).isTrue();
        finished.wakeFrom(4);
        assertThat(finished.reachesWakeCount()).isFalse();
    }

    @Test
    void allAreTakenInTheirOrderAndOnce() {
        assertThat(finished.takeAll()).isEmpty();
        finished.add(one("a"));
        finished.add(one("b"));
        assertThat(finished.size()).isEqualTo(2);
        assertThat(finished.takeAll())
                .extracting(each -> each.attempt().key().taskId())
                .containsExactly("a", "b");
        assertThat(finished.size()).isZero();
        assertThat(finished.takeAll()).isEmpty();
    }

    @Test
    void resultsThatAreToBeMadeAreTakenTogetherAndOnce() {
        Attempt a = one("a").attempt();
        Attempt b = one("b").attempt();
        finished.ended(a);
        finished.ended(b);
        assertThat(finished.takeUnreported()).containsExactly(a, b);
        assertThat(finished.takeUnreported()).isEmpty();
        assertThat(finished.timeToReport()).isNull();
    }

    @Test
    void timeToMakeResultsRunsFromTheFirstEnd() {
        finished.ended(one("a").attempt());
        ticker.advance(FinishedAttempts.REPORTED_WITHIN.minusMillis(1));
        finished.ended(one("b").attempt());
        assertThat(finished.timeToReport()).isEqualTo(Duration.ofMillis(1));
        ticker.advance(Duration.ofMillis(1));
        assertThat(finished.timeToReport()).isZero();
    }

    @Test
    void loopIsWokenOnceForWhatAThreadLeavesBehind() {
        finished.wakePoller();
        assertThat(woken).as("nothing is left behind").hasValue(0);
        finished.ended(one("a").attempt());
        finished.wakePoller();
        finished.ended(one("b").attempt());
        finished.wakePoller();
        assertThat(woken).hasValue(1);
        assertThat(finished.takeUnreported()).hasSize(2);
        finished.ended(one("c").attempt());
        finished.wakePoller();
        assertThat(woken).hasValue(2);
    }
}
