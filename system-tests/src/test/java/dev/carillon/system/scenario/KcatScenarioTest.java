package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.NeedsKcat;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks as plain JSON from kcat, a client in another language, which also reads the outcomes. */
@CarillonSystem
@NeedsKcat
@Timeout(120)
final class KcatScenarioTest {
    private static final int MANY = 10_000;

    private final Path folder;

    KcatScenarioTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Kcat kcat(RunningCarillon carillon) {
        return new Kcat(carillon.brokers().bootstrapServers(), folder);
    }

    private static String tasks(RunningCarillon carillon) {
        return carillon.names().tasks("default", Priority.NORMAL);
    }

    @Test
    void taskMadeByHandIsRunAndItsOutcomeSeen(RunningCarillon carillon) throws Exception {
        Kcat kcat = kcat(carillon);
        kcat.produce(
                tasks(carillon), List.of("{\"taskId\":\"hello\",\"type\":\"ring\",\"payload\":{\"name\":\"kcat\"}}"));
        Eventually.that(
                "kcat sees the outcome",
                RunningCarillon.SOON,
                () -> kcat.consume(carillon.names().outcomes()).stream()
                        .anyMatch(line ->
                                line.contains("\"key\":\"hello:") && line.contains("\"status\":\"SUCCEEDED\"")));
    }

    @Test
    void tenThousandLinesWithOneTaskIdHaveTenThousandOutcomes(RunningCarillon carillon) throws Exception {
        String line = "{\"taskId\":\"many\",\"type\":\"ring\",\"payload\":null}";
        kcat(carillon).produce(tasks(carillon), Collections.nCopies(MANY, line));
        List<Outcome> outcomes = carillon.awaitOutcomes("many", MANY, Duration.ofSeconds(90));
        assertThat(outcomes).hasSize(MANY).allMatch(outcome -> outcome.status() == OutcomeStatus.SUCCEEDED);
        assertThat(outcomes).extracting(Outcome::key).doesNotHaveDuplicates();
        assertThat(carillon.bells().runsOfTask("many")).isEqualTo(MANY);
    }

    @Test
    void sameKeyFromKcatAndFromOurProducerRunsOnce(RunningCarillon carillon) throws Exception {
        Kcat kcat = kcat(carillon);
        for (int i = 0; i < 8; i++) {
            ExecutionKey key = carillon.freshKey("both");
            Task task = Task.first(key, Origin.SUBMITTED, Work.of(Bells.RING, RawJson.NULL));
            String byHand =
                    "{\"taskId\":\"both\",\"execTime\":\"" + key.execTime() + "\",\"type\":\"ring\",\"payload\":null}";
            if (i % 2 == 0) {
                carillon.submit(task);
            }
            kcat.produce(tasks(carillon), List.of(key + "|" + byHand), "-K", "|");
            if (i % 2 == 1) {
                carillon.submit(task);
            }
        }
        List<Outcome> outcomes = carillon.awaitOutcomes("both", 8);
        assertThat(outcomes).extracting(Outcome::key).doesNotHaveDuplicates();
        // After a later task at the same home has ended, all copies have been moved home and processed.
        for (Outcome outcome : outcomes) {
            behind(carillon, outcome.key());
        }
        assertThat(carillon.bells().runsOfTask("both")).isEqualTo(8);
        assertThat(carillon.awaitOutcomes("both", 8)).hasSize(8);
    }

    private static void behind(RunningCarillon carillon, ExecutionKey other) {
        for (int round = 0; round < 2; round++) {
            ExecutionKey key = carillon.freshKey("behind");
            while (key.home(carillon.partitions()) != other.home(carillon.partitions())) {
                key = carillon.freshKey("behind");
            }
            Task task = Task.first(key, Origin.SUBMITTED, Work.of(Bells.RING, RawJson.NULL));
            carillon.awaitOutcome(carillon.submit(task));
        }
    }
}
