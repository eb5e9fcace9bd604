package dev.carillon.system.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Replays a dead letter on the command line until its task succeeds. */
@CarillonSystem
@Timeout(120)
final class DeadLetterReplayTest {
    private static Work work() {
        return Work.of(Bells.MENDABLE, RawJson.parse("{}"))
                .withRetry(new Retry(0, Duration.ZERO, 1.0, Duration.ZERO, 0, List.of(), List.of()));
    }

    @Test
    void anExhaustedExecutionIsReplayedOnceAndSucceeds(RunningCarillon carillon, @TempDir Path folder) {
        ExecutionKey failed = carillon.submit("frail", work());
        assertThat(carillon.awaitOutcome(failed).status()).isEqualTo(OutcomeStatus.FAILED);
        carillon.awaitDeadLetter(
                "dead letter of " + failed, record -> record.keyText().equals(failed.toString()));

        List<JsonNode> waiting =
                typed(carillon, folder, "dlq", "list", "-o", "json").documents();
        assertThat(waiting).hasSize(1);
        assertThat(waiting.get(0).get("cause").stringValue()).isEqualTo("EXHAUSTED");
        String position = waiting.get(0).get("position").stringValue();

        carillon.bells().mend();
        Typed replayed = typed(carillon, folder, "dlq", "replay", failed.toString(), "-o", "json");
        assertThat(replayed.code()).as(replayed.err()).isZero();
        String key = replayed.documents().get(0).get("key").stringValue();
        Outcome outcome = carillon.awaitOutcome(ExecutionKey.parse(key));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED);

        assertThat(typed(carillon, folder, "dlq", "list", "-o", "json").documents())
                .isEmpty();
        assertThat(typed(carillon, folder, "dlq", "list", "--all").out()).contains(position, "replayed as " + key);
        Typed twice = typed(carillon, folder, "dlq", "replay", position);
        assertThat(twice.code()).isEqualTo(1);
        assertThat(twice.err()).contains("--again");
        assertThat(carillon.bells().runsOfTask("frail")).isEqualTo(2);
    }

    private static Typed typed(RunningCarillon carillon, Path folder, String... words) {
        return Typed.run(carillon, folder, carillon.clock(), words);
    }
}
