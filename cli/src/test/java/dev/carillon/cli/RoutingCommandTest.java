package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class RoutingCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void begin() {
        system = new WrittenSystem(directory);
        system.cli.environment.put("USER", "ann");
        system.at("06:00:00");
    }

    private List<ReceivedRecord> records(String topic) {
        List<ReceivedRecord> found = new ArrayList<>();
        WholeTopic.read(system.cli.log, topic, system.cli.log.starts(topic), found::add);
        return found;
    }

    @Test
    void whatIsSetStandsInSettingsAndWhoSetItInAudit() {
        Ran ran = system.run("routing", "set", "least-tasks", "--reason", "the batch is over");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).containsExactly("default routing is now least-tasks, for schedules that name none");

        ReceivedRecord setting = records(NAMES.settings()).get(0);
        assertThat(setting.keyText()).isEqualTo("default-routing");
        assertThat(DefaultRouting.in(setting.read(Kind.SETTING::ifReadable).orElseThrow()))
                .isEqualTo(Routing.LEAST_TASKS);
        AuditEntry entry =
                records(NAMES.audit()).get(0).read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow();
        assertThat(entry.subject()).isEqualTo("default-routing");
        assertThat(entry.action()).isEqualTo("set-routing");
        assertThat(entry.by()).isEqualTo("ann");
        assertThat(entry.reason()).isEqualTo("the batch is over");
        assertThat(entry.before()).isNull();
        assertThat(Objects.requireNonNull(entry.after()).text()).isEqualTo("{\"routing\":\"least-tasks\"}");
    }

    @Test
    void resetTakesItBack() {
        assertThat(system.run("routing", "set", "random").code()).isZero();
        assertThat(system.run("routing", "reset").lines())
                .containsExactly("default routing is now hash, for schedules that name none");
        assertThat(records(NAMES.settings()).get(1).value()).isNull();
        assertThat(system.at("06:05:00").run("routing", "show").lines().get(0))
                .isEqualTo("default routing: hash, reset by ann 5 min ago");
    }

    @Test
    void aNameThatIsNoStrategyIsAnsweredWithThoseThatAre() {
        Ran ran = system.run("routing", "set", "fastest");
        assertThat(ran.code()).isNotZero();
        assertThat(ran.err())
                .contains("UNKNOWN_VALUE", "fastest", "hash, round-robin, weighted-round-robin, random, least-tasks");
        assertThat(records(NAMES.settings())).isEmpty();
    }

    @Test
    void showTellsTheDefaultWhoSetItAndTheSharesOfTheWorkers() {
        assertThat(system.run("routing", "show").lines())
                .contains("default routing: hash, the built-in default")
                .contains("no live workers; start one with: carillon run worker");
        assertThat(system.run("routing", "set", "round-robin", "--reason", "to see")
                        .code())
                .isZero();
        system.at("06:05:00").heartbeat("w1", WorkerState.BUSY, 3, "http").heartbeat("w2", WorkerState.IDLE, 0, "http");
        for (int i = 0; i < 4; i++) {
            ended(i, i == 0 ? "w2" : "w1");
        }

        List<String> lines = system.run("routing", "show").lines();

        assertThat(lines.get(0)).isEqualTo("default routing: round-robin, set by ann 5 min ago: to see");
        assertThat(lines.get(3)).matches("w1 +default +1 +10 +3 +3 +75 % +█{24}");
        assertThat(lines.get(4)).matches("w2 +default +1 +10 +0 +1 +25 % +█{8}");
        assertThat(lines.get(5)).isEqualTo("counted over 4 attempts that ended within the last 1 min");
    }

    @Test
    void programsGetOneObject() {
        system.heartbeat("w1", WorkerState.BUSY, 3, "http");
        ended(1, "w1");
        JsonNode shown =
                Json.read(system.run("routing", "show", "-o", "json").out().getBytes(StandardCharsets.UTF_8));
        assertThat(shown.get("routing").stringValue()).isEqualTo("hash");
        assertThat(shown.get("set").booleanValue()).isFalse();
        assertThat(shown.at("/workers/0/workerId").stringValue()).isEqualTo("w1");
        assertThat(shown.at("/workers/0/ended").longValue()).isEqualTo(1);
    }

    private void ended(int number, String workerId) {
        ExecutionKey key = ExecutionKey.of("t" + number, Instant.parse("2026-11-18T06:04:00Z"));
        system.result(Result.of(key, 1, ResultStatus.SUCCEEDED)
                .withRun(new WorkerRef(workerId, "1"), AttemptTimes.NONE, null));
    }
}
