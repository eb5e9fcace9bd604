package dev.carillon.console.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class IdempotencyKeysTest {
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final AtomicInteger done = new AtomicInteger();

    private List<String> work() {
        return List.of("a:" + done.incrementAndGet());
    }

    @Test
    void theSameRequestIsDoneOnce() {
        assertThat(keys.once("k", "request", this::work)).isEqualTo(new IdempotencyKeys.Once(List.of("a:1"), false));
        assertThat(keys.once("k", "request", this::work)).isEqualTo(new IdempotencyKeys.Once(List.of("a:1"), true));
        assertThat(done).hasValue(1);
    }

    @Test
    void withoutAKeyItIsDoneEachTime() {
        keys.once(null, "request", this::work);
        assertThat(keys.once(null, "request", this::work).repeated()).isFalse();
        assertThat(done).hasValue(2);
    }

    @Test
    void anotherRequestUnderTheSameKeyIsRefused() {
        keys.once("k", "request", this::work);
        assertThatThrownBy(() -> keys.once("k", "another", this::work))
                .satisfies(thrown ->
                        assertThat(((ConsoleException) thrown).problem()).isEqualTo(ConsoleProblem.KEY_REUSED));
    }

    @Test
    void whatFailedIsTriedAgain() {
        assertThatThrownBy(() -> keys.once("k", "request", () -> {
                    throw new IllegalStateException("no broker");
                }))
                .hasMessage("no broker");
        assertThat(keys.once("k", "request", this::work).repeated()).isFalse();
    }

    @Test
    void derivedInstantsAreTheSameEachTimeAndOfThePastAndNoTicks() {
        Set<Instant> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            Instant instant = IdempotencyKeys.execTime("key", i).instant();
            assertThat(instant).isBetween("1970-01-01T00:00:00Z", "2020-01-01T00:00:00Z");
            assertThat(instant.getNano()).isPositive();
            seen.add(instant);
        }
        assertThat(seen).hasSize(10_000);
        assertThat(IdempotencyKeys.execTime("key", 0).instant())
                .isEqualTo(IdempotencyKeys.execTime("key", 0).instant());
        assertThat(seen).doesNotContain(IdempotencyKeys.execTime("other", 0).instant());
    }
}
