package dev.carillon.console.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KafkaSessionTest {
    private final List<RecordLog> opened = new ArrayList<>();
    private String gone = "";
    private final KafkaSession session = new KafkaSession(
            "session",
            () -> {
                opened.add(new MemoryRecordLog(ManualClock.at("2026-11-18T06:00:00Z")));
                return opened.get(opened.size() - 1);
            },
            () -> gone,
            Duration.ofSeconds(20));

    @AfterEach
    void close() {
        session.close();
    }

    private RecordLog asked() {
        return session.ask(log -> log);
    }

    private static void isUnreachable(Throwable thrown) {
        assertThat(((CodedException) thrown).code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE);
    }

    @Test
    void connectionIsOpenedOnFirstUseAndKept() {
        assertThat(opened).isEmpty();
        RecordLog first = asked();
        assertThat(asked()).isSameAs(first);
        assertThat(opened).hasSize(1);
    }

    @Test
    void afterAFailureOfKafkaTheNextQuestionConnectsAgain() {
        assertThatThrownBy(() -> session.ask(log -> {
                    throw new IllegalStateException("no broker");
                }))
                .satisfies(KafkaSessionTest::isUnreachable)
                .hasMessageContaining("no broker");
        assertThat(asked()).isNotNull();
        assertThat(opened).hasSize(2);
    }

    @Test
    void refusalKeepsTheConnection() {
        assertThatThrownBy(() -> session.ask(log -> {
                    throw new ClientException(ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule x");
                }))
                .isInstanceOf(ClientException.class);
        assertThat(asked()).isNotNull();
        assertThat(opened).hasSize(1);
    }

    @Test
    void whileKafkaIsKnownToBeGoneNothingIsTried() {
        gone = "Kafka does not answer";
        assertThatThrownBy(() -> session.ask(log -> "answered"))
                .satisfies(KafkaSessionTest::isUnreachable)
                .hasMessage(gone);
        assertThat(opened).isEmpty();
        gone = "";
        assertThat(asked()).isNotNull();
    }

    @Test
    void questionWaitsNoLongerThanTheLimit() {
        CountDownLatch end = new CountDownLatch(1);
        try (KafkaSession hasty = new KafkaSession(
                "hasty",
                () -> new MemoryRecordLog(ManualClock.at("2026-11-18T06:00:00Z")),
                () -> "",
                Duration.ofMillis(20))) {
            assertThatThrownBy(() -> hasty.ask(log -> {
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return "late";
                    }))
                    .satisfies(KafkaSessionTest::isUnreachable);
            end.countDown();
        }
    }

    @Test
    void closedSessionRefusesAllQuestions() {
        session.close();
        assertThatThrownBy(() -> session.ask(log -> "answered"))
                .satisfies(thrown ->
                        assertThat(((ConsoleException) thrown).problem()).isEqualTo(ConsoleProblem.TOO_BUSY));
    }
}
