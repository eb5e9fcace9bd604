package dev.carillon.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Shards;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TaskEncoderTest {
    private static final int TASKS = 5_000;
    private static final List<String> TEXTS = List.of(
            "report",
            "say \"no\"",
            "back\\slash",
            "tab\there",
            "grüße",
            "漢字 and 🎹",
            "a/b",
            "</script>",
            "",
            " ",
            "in blanks ",
            "x".repeat(200),
            "x".repeat(201),
            "é".repeat(256),
            "\u0001\u001f\u007f");

    private final TaskEncoder encoder = new TaskEncoder();

    @Test
    void anyTaskHasTheSameBytesAsItsKind() {
        long seed = Long.getLong("carillon.seed", 20_261_118L);
        Random random = new Random(seed);
        for (int i = 0; i < TASKS; i++) {
            Task task = task(random);
            assertThat(written(task, encoder::value))
                    .as("task %s of seed %s", i, seed)
                    .isEqualTo(written(task, Kind.TASK::encode));
            // The same parts again, which are cached, with another time.
            Task again = task.withTimes(null, null);
            assertThat(written(again, encoder::value)).isEqualTo(written(again, Kind.TASK::encode));
            ExecutionKey key = task.key();
            if (key != null) {
                assertThat(encoder.key(key)).isEqualTo(key.bytes());
            }
        }
    }

    /** The encoded text, or the refusal. */
    private static String written(Task task, Function<Task, byte[]> encoding) {
        try {
            return new String(encoding.apply(task), StandardCharsets.UTF_8);
        } catch (ContractException e) {
            return "refused: " + e.getMessage();
        }
    }

    @Test
    void aPayloadOverTheLimitIsRefusedAsItsKindDoes() {
        RawJson large =
                RawJson.written(("\"" + "x".repeat(Limits.PAYLOAD_BYTES) + "\"").getBytes(StandardCharsets.UTF_8));
        Task task = Task.first(ExecutionKey.of("large", Instant.EPOCH), Origin.TICK, Work.of("shell", large));

        assertThatThrownBy(() -> encoder.value(task))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("payload: ")
                .hasMessageContaining("over the limit of " + Limits.PAYLOAD_BYTES);
    }

    private static Task task(Random random) {
        Instant instant = Instant.ofEpochSecond(random.nextInt(50) * 86_399L);
        if (random.nextInt(10) == 0) {
            instant = instant.plusNanos(random.nextInt(1_000_000_000));
        }
        ExecutionKey key = random.nextInt(20) == 0
                ? ExecutionKey.atPosition("by-hand", instant, "default.normal", 3, 17)
                : ExecutionKey.of("task_" + random.nextInt(100) + ".A-z", time(random, instant));
        if (random.nextInt(20) == 0) {
            key = key.subExecution(1 + random.nextInt(9));
        }
        Task task = Task.first(key, any(random, Origin.values()), work(random));
        if (random.nextBoolean()) {
            task = task.withNominalTime(instant).withSchedule(random.nextLong() >>> 1, random.nextInt(3));
        }
        if (random.nextBoolean()) {
            task = task.withTimes(random.nextBoolean() ? instant : null, instant.plusSeconds(6));
        }
        if (random.nextInt(20) == 0) {
            task = task.nextAttempt(instant);
        }
        return random.nextInt(20) == 0 ? task.redelivered() : task;
    }

    private static ExecTime time(Random random, Instant instant) {
        return random.nextInt(5) == 0 ? new ExecTime(instant, ClientMark.random(random), null) : ExecTime.of(instant);
    }

    private static Work work(Random random) {
        return WorkBuilder.builder()
                .type(any(random, "shell", "http", "my \"type\"", "größe"))
                .queue(any(random, "default", "other"))
                .priority(any(random, Priority.values()))
                .timeout(Duration.ofMillis(1 + random.nextInt(100_000)))
                .payload(RawJson.parse(
                        any(random, "null", "{\"n\": 1,  \"text\": \"grüße \\u0041\"}", "[1,2]", "\"x\"")))
                .shards(
                        random.nextInt(5) == 0
                                ? new Shards(2 + random.nextInt(3), any(random, Shards.Need.values()))
                                : null)
                .retry(random.nextBoolean() ? Retry.DEFAULT : retry(random))
                .ifWorkerDies(any(random, IfWorkerDies.values()))
                .name(random.nextBoolean() ? null : TEXTS.get(random.nextInt(TEXTS.size())))
                .labels(random.nextBoolean() ? Map.of() : Map.of("team", TEXTS.get(random.nextInt(TEXTS.size()))))
                .build();
    }

    private static Retry retry(Random random) {
        return new Retry(
                random.nextInt(5),
                Duration.ofMillis(random.nextInt(5_000)),
                1 + random.nextDouble(),
                Duration.ofHours(1),
                random.nextDouble(),
                List.of("E1"),
                List.of());
    }

    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }
}
