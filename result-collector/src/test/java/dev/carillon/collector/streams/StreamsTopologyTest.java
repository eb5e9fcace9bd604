package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsTopologyTest {
    private static final Task TASK = Bench.task("report");

    private Bench bench;

    @BeforeEach
    void start(@TempDir Path dir) {
        bench = new Bench(dir);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aSuccessIsAnOutcome() {
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes())
                .extracting(Outcome::status, Outcome::attempts, outcome -> outcome.key()
                        .toString())
                .containsExactly(tuple(OutcomeStatus.SUCCEEDED, 1, "report:2026-11-18T06:00:00Z"));
    }

    @Test
    void aFailureRestsAndIsReleasedOnceItsBackoffIsOver() {
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        bench.advance(Duration.ofMillis(9_999));
        assertThat(bench.released()).isEmpty();
        bench.advance(Duration.ofMillis(1));
        bench.advance(Duration.ofMillis(50));
        assertThat(bench.released()).singleElement().satisfies(task -> {
            assertThat(task.attempt()).isEqualTo(2);
            assertThat(task.origin()).isEqualTo(Origin.RETRY);
            assertThat(task.notBefore()).isEqualTo(Bench.START.plusSeconds(10));
        });
        assertThat(bench.outcomes()).isEmpty();
    }

    @Test
    void anExhaustedExecutionEndsFailedAndItsTaskIsADeadLetter() {
        Task task = TASK;
        for (int attempt = 1; attempt <= 3; attempt++) {
            bench.result(Bench.result(task, ResultStatus.FAILED));
            bench.advance(Duration.ofMinutes(1));
            task = attempt < 3 ? bench.released().get(0) : task;
        }
        assertThat(bench.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.attempts()).isEqualTo(3);
        });
        assertThat(bench.causes()).containsExactly(ErrorCode.EXHAUSTED.name());
        assertThat(bench.open).isZero();
        assertThat(bench.timers).isZero();
    }
}
