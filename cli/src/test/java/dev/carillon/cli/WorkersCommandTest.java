package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatLoadBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class WorkersCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void twoWorkersOneOfThemSilent() {
        system = new WrittenSystem(directory);
        system.at("06:00:00")
                .heartbeat("w1", WorkerState.BUSY, 3, "http", "shell")
                .at("06:00:30")
                .heartbeat("w2", WorkerState.IDLE, 0, "shell")
                .at("06:00:32");
    }

    @Test
    void livingOnesStandBeforeThoseThatAreGone() {
        Ran ran = system.run("workers");
        assertThat(ran.code()).isZero();
        List<String> lines = ran.lines();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).startsWith("w2").contains("idle", "0/10", "default", "25 %", "128 MB", "2 s", "1.0");
        assertThat(lines.get(2)).startsWith("w1").contains("gone", "3/10", "http,shell", "32 s");
    }

    @Test
    void whoLeftInGoodOrderIsNotShown() {
        system.put(CommandLineHarness.NAMES.workers(), 0, "w1", null, Map.of());
        assertThat(system.run("workers").out()).contains("w2").doesNotContain("w1");
    }

    @Test
    void programsGetOneObjectEach() {
        List<JsonNode> workers = system.run("workers", "-o", "json").lines().stream()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
        assertThat(workers)
                .extracting(worker -> worker.get("state").stringValue())
                .containsExactly("idle", "gone");
        assertThat(workers.get(1).get("silenceMs").longValue()).isEqualTo(32_000);
        assertThat(workers.get(0).at("/evidence/offset").longValue()).isEqualTo(1);
    }

    @Test
    void programsGetAllThatHeartbeatsSay() {
        Heartbeat.Load load = HeartbeatLoadBuilder.builder()
                .capacity(10)
                .weight(3)
                .networkBytes(4_096L)
                .fetched(7L)
                .taskMillis(2.5)
                .build();
        system.heartbeat("w1", heartbeat -> heartbeat.name("nightly").load(load));
        assertThat(system.run("workers", "-o", "json").lines().get(0))
                .contains(
                        "\"incarnation\":\"1\",\"name\":\"nightly\",\"state\":",
                        "\"held\":0,\"weight\":3,\"fetched\":7,\"taskMillis\":2.5,\"queues\":",
                        "\"cpu\":null,\"memory\":null,\"networkBytes\":4096,\"version\":");
    }

    @Test
    void oldFieldsAreNullWhereOthersAreLeftOut() {
        JsonNode worker =
                Json.read(system.run("workers", "-o", "json").lines().get(0).getBytes(StandardCharsets.UTF_8));
        assertThat(worker.get("host").isNull()).isTrue();
        assertThat(worker.propertyNames())
                .contains("weight")
                .doesNotContain("name", "fetched", "taskMillis", "networkBytes");
    }

    @Test
    void noneAtAllIsSaidInWords() {
        Ran ran = new WrittenSystem(directory).run("workers");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("no workers; start one with: carillon run worker");
    }
}
