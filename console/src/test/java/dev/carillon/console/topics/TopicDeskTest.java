package dev.carillon.console.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.RecordLog;
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

final class TopicDeskTest {
    private final List<RecordLog> opened = new ArrayList<>();
    private String gone = "";
    private final TopicDesk desk = new TopicDesk(
            "desk",
            () -> {
                opened.add(new MemoryRecordLog(ManualClock.at("2026-11-18T06:00:00Z")));
                return opened.get(opened.size() - 1);
            },
            () -> gone,
            Duration.ofSeconds(20));

    @AfterEach
    void close() {
        desk.close();
    }

    private RecordLog asked() {
        return desk.ask(log -> log);
    }

    private static void isOutOfReach(Throwable thrown) {
        assertThat(((CodedException) thrown).code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE);
    }

    @Test
    void theWayIsOpenedWhenItIsFirstNeededAndKept() {
        assertThat(opened).isEmpty();
        RecordLog first = asked();
        assertThat(asked()).isSameAs(first);
        assertThat(opened).hasSize(1);
    }

    @Test
    void afterAFailureOfKafkaTheNextQuestionGetsANewWay() {
        assertThatThrownBy(() -> desk.ask(log -> {
                    throw new IllegalStateException("no broker");
                }))
                .satisfies(TopicDeskTest::isOutOfReach)
                .hasMessageContaining("no broker");
        assertThat(asked()).isNotNull();
        assertThat(opened).hasSize(2);
    }

    @Test
    void whatIsRefusedIsRefusedAndTheWayStays() {
        assertThatThrownBy(() -> desk.ask(log -> {
                    throw new ClientException(ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule x");
                }))
                .isInstanceOf(ClientException.class);
        assertThat(asked()).isNotNull();
        assertThat(opened).hasSize(1);
    }

    @Test
    void whileKafkaIsKnownToBeGoneNobodyTries() {
        gone = "Kafka does not answer";
        assertThatThrownBy(() -> desk.ask(log -> "answered"))
                .satisfies(TopicDeskTest::isOutOfReach)
                .hasMessage(gone);
        assertThat(opened).isEmpty();
        gone = "";
        assertThat(asked()).isNotNull();
    }

    @Test
    void nobodyWaitsLongerThanTheTime() {
        CountDownLatch end = new CountDownLatch(1);
        try (TopicDesk hasty = new TopicDesk(
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
                    .satisfies(TopicDeskTest::isOutOfReach);
            end.countDown();
        }
    }

    @Test
    void aClosedDeskIsBusyForGood() {
        desk.close();
        assertThatThrownBy(() -> desk.ask(log -> "answered"))
                .satisfies(thrown ->
                        assertThat(((ConsoleException) thrown).problem()).isEqualTo(ConsoleProblem.TOO_BUSY));
    }
}
