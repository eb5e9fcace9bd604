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
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A session whose questions fail, wait, or are too many. */
@Timeout(60)
final class KafkaSessionPressureTest {
    private final List<RecordLog> opened = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile boolean refusing;
    private final KafkaSession session = session(Duration.ofSeconds(30));

    private KafkaSession session(Duration answerWithin) {
        return new KafkaSession(
                "pressed",
                () -> {
                    if (refusing) {
                        throw new IllegalStateException("no broker answers");
                    }
                    opened.add(new MemoryRecordLog(ManualClock.at("2026-11-18T06:00:00Z")));
                    return opened.get(opened.size() - 1);
                },
                () -> "",
                answerWithin);
    }

    @AfterEach
    void close() {
        release.countDown();
        session.close();
    }

    private String waits(String answer) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answer;
    }

    private String answer() {
        return session.ask(log -> "answered");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        (Supplier<RuntimeException>) () -> new ConsoleException(ConsoleProblem.TOO_BUSY, "busy"), true),
                Arguments.of(
                        (Supplier<RuntimeException>)
                                () -> new ContractException(ErrorCode.BAD_KEY, "key", "is bad", "mend it"),
                        true),
                Arguments.of(
                        (Supplier<RuntimeException>) () -> new ClientException(ClientProblem.NO_SUCH_TOPICS, "none"),
                        true),
                Arguments.of(
                        (Supplier<RuntimeException>) () -> new ClientException(ClientProblem.KAFKA_REFUSED, "no"),
                        false),
                Arguments.of(
                        (Supplier<RuntimeException>) () -> new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "gone"),
                        false));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aRefusalIsPassedOnAndOnlyATroubleOfKafkaEndsTheConnection(Supplier<RuntimeException> failure, boolean kept) {
        RuntimeException thrown = failure.get();
        assertThatThrownBy(() -> session.ask(log -> {
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThat(answer()).isEqualTo("answered");
        assertThat(opened).hasSize(kept ? 1 : 2);
    }

    @Test
    void aConnectionThatCannotBeOpenedIsTriedAgainByTheNextQuestion() {
        refusing = true;
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(this::answer)
                    .isInstanceOfSatisfying(
                            CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE))
                    .hasMessageContaining("no broker answers");
        }
        refusing = false;
        assertThat(answer()).isEqualTo("answered");
    }

    @Test
    void questionsAreAnsweredOneAtATimeAndInTheirOrder() {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        var unused = session.start(log -> waits("first"));
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            answers.add(session.start(log -> order.add(number)));
        }
        assertThat(order).isEmpty();
        release.countDown();
        answers.forEach(CompletableFuture::join);
        assertThat(order).hasSize(100).isSorted();
        assertThat(opened).hasSize(1);
    }

    @Test
    void tooManyWaitingQuestionsAreRefusedAtOnceAndTheOthersAnswered() {
        CountDownLatch begun = new CountDownLatch(1);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        answers.add(session.start(log -> {
            begun.countDown();
            return waits("first");
        }));
        try {
            begun.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < 200; i++) {
            answers.add(session.start(log -> "answered"));
        }
        assertThatThrownBy(() -> session.start(log -> "one too many"))
                .isInstanceOfSatisfying(
                        ConsoleException.class, e -> assertThat(e.problem()).isEqualTo(ConsoleProblem.TOO_BUSY));
        release.countDown();
        assertThat(answers).extracting(CompletableFuture::join).hasSize(201).contains("first", "answered");
        assertThat(answer()).isEqualTo("answered");
    }

    @Test
    void aQuestionWhoseAskerGaveUpIsNotAskedAnyMore() {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        KafkaSession hasty = session(Duration.ofMillis(20));
        CompletableFuture<String> first = hasty.start(log -> waits("first"));
        assertThatThrownBy(() -> hasty.ask(log -> asked.add("late")))
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE))
                .hasMessageContaining("unknown whether");
        release.countDown();
        assertThat(first.join()).isEqualTo("first");
        hasty.close();
        assertThat(asked).isEmpty();
    }

    @Test
    void anAskerThatIsInterruptedStopsWaiting() {
        CompletableFuture<String> waiting = session.start(log -> waits("late"));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> session.await(waiting))
                .isInstanceOfSatisfying(
                        ConsoleException.class, e -> assertThat(e.problem()).isEqualTo(ConsoleProblem.TOO_BUSY));
        assertThat(Thread.interrupted()).isTrue();
        release.countDown();
        assertThat(waiting.join()).isEqualTo("late");
    }

    @Test
    void closingAnswersTheQuestionsThatWait() {
        CompletableFuture<String> first = session.start(log -> waits("first"));
        CompletableFuture<String> second = session.start(log -> "second");
        release.countDown();
        session.close();
        session.close();
        assertThat(first).isCompletedWithValue("first");
        assertThat(second).isCompletedWithValue("second");
    }
}
