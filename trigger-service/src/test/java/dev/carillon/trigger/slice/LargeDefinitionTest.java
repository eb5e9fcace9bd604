package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.work.Limits;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LargeDefinitionTest {
    private static final int DEPENDS_ON = 1_000;
    private static final int NAME = 190;

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @Test
    void oneThatFitsOnlyWithoutItsDefaultsIsRefusedAndStopsNoOther() {
        cluster.settle();
        cluster.define("large", definition(Limits.TASK_BYTES));
        cluster.define("large", "no definition".getBytes(StandardCharsets.UTF_8));
        cluster.define(TestSchedules.of("small", "'every':'1s'"));
        cluster.settle();
        cluster.run(Duration.ofSeconds(2));

        assertThat(deadLetters()).startsWith(ErrorCode.RECORD_TOO_LARGE).hasSize(2);
        assertThat(published.all()).containsExactly("small@06:00:01", "small@06:00:02");
    }

    @Test
    void oneThatFitsWithThemIsKeptWhenANewerOneIsBad() {
        cluster.settle();
        cluster.define("large", definition(Limits.TASK_BYTES - 1_000));
        cluster.define("large", "no definition".getBytes(StandardCharsets.UTF_8));
        cluster.settle();

        assertThat(deadLetters()).hasSize(1).doesNotContain(ErrorCode.RECORD_TOO_LARGE);
        assertThat(cluster.leader().state("large")).isNotNull();
    }

    /** A definition of exactly this size, with no default written out. */
    private static byte[] definition(int bytes) {
        String parents = IntStream.range(0, DEPENDS_ON)
                .mapToObj(n -> "\"" + n + "-" + "p".repeat(NAME) + "\"")
                .collect(Collectors.joining(","));
        String payload = "y".repeat(Limits.PAYLOAD_BYTES - 2);
        String head = "{\"taskId\":\"large\",\"type\":\"shell\",\"dependsOn\":[" + parents + "],\"payload\":\""
                + payload + "\",\"note\":\"";
        String definition = head + "z".repeat(bytes - head.length() - 2) + "\"}";
        return definition.getBytes(StandardCharsets.UTF_8);
    }

    private List<ErrorCode> deadLetters() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.PutAside.class::isInstance)
                .map(output -> ((SliceOutput.PutAside) output).cause())
                .toList();
    }
}
