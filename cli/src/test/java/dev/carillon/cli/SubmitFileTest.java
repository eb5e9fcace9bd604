package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SubmitFileTest {
    private static final String GOOD = "{\"taskId\":\"a\",\"type\":\"shell\",\"payload\":{\"script\":\"date\"}}\n";
    private static final String CHOSEN =
            "{\"taskId\":\"b\",\"execTime\":\"2026-11-18T05:00:00Z\",\"type\":\"shell\",\"priority\":\"high\"}\n";
    private static final String BAD = "{\"taskId\":\"c\",\"type\":\"shell\",\"retry\":{\"maxRetrie\":1}}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void systemWithOneWorker() {
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    private void file(String text) throws IOException {
        Files.writeString(directory.resolve("tasks.ndjson"), text);
    }

    private List<ReceivedRecord> sent(Priority priority) {
        return cli.log.all(NAMES.tasks("default", priority));
    }

    @Test
    void everyLineIsSentWithDefaultsAndItsOwnKeyIfItNamesOne() throws IOException {
        file(GOOD + "\n" + CHOSEN + GOOD.strip());
        Ran ran = cli.run("submit", "-f", "tasks.ndjson");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("submitted 3 tasks from tasks.ndjson\n");
        assertThat(sent(Priority.NORMAL)).hasSize(2).allMatch(one -> one.keyText()
                .startsWith("a:"));
        assertThat(sent(Priority.HIGH)).singleElement().matches(one -> one.keyText()
                .equals("b:2026-11-18T05:00:00Z"));
    }

    @Test
    void fileWithBadLinesIsNotSentAndEachIsNamed() throws IOException {
        file(GOOD + BAD + "{\n" + "{\"type\":\"shell\"}\n" + GOOD.replace("shell", "shel"));
        Ran ran = cli.run("submit", "-f", "tasks.ndjson");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err().lines())
                .hasSize(5)
                .anyMatch(line -> line.startsWith("line 2: retry.\"maxRetrie\"") && line.contains("maxRetries?"))
                .anyMatch(line -> line.startsWith("line 3: ") && line.endsWith("[BAD_JSON]"))
                .anyMatch(line -> line.startsWith("line 4: taskId") && line.endsWith("[MISSING_FIELD]"))
                .anyMatch(line -> line.startsWith("line 5: type") && line.endsWith("[UNKNOWN_TYPE]"))
                .anyMatch(line -> line.contains("4 lines of tasks.ndjson can't be sent, so nothing was"));
        assertThat(sent(Priority.NORMAL)).isEmpty();
    }

    @Test
    void linesOfTheLargestSizeAreSentAndOneByteMoreIsNot() throws IOException {
        String start = "{\"taskId\":\"a\",\"type\":\"shell\",\"payload\":\"";
        String largest = start + "x".repeat(Limits.PAYLOAD_BYTES - 2) + "\"}";
        String longest =
                GOOD.strip() + " ".repeat(Limits.TASK_BYTES - GOOD.strip().length());
        file(largest + "\r\n" + longest + "\n");
        assertThat(cli.run("submit", "-f", "tasks.ndjson").err()).isEmpty();
        assertThat(sent(Priority.NORMAL)).hasSize(2);

        file(GOOD + largest.replace("\"}", "x\"}") + "\n" + longest + " \n");
        Ran ran = cli.run("submit", "-f", "tasks.ndjson");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err().lines())
                .anyMatch(line -> line.startsWith("line 2: payload: 262145 bytes are over the limit of 262144")
                        && line.endsWith("[PAYLOAD_TOO_LARGE]"))
                .anyMatch(line -> line.startsWith("line 3: task: 524289 bytes are over the limit of 524288")
                        && line.endsWith("[RECORD_TOO_LARGE]"));
        assertThat(sent(Priority.NORMAL)).hasSize(2);
    }

    @Test
    void goodLinesAreSentAllTheSameWhereThatIsAskedForAndFromStandardInput() throws IOException {
        file(GOOD + BAD + CHOSEN);
        Ran asked = cli.run("submit", "-f", "tasks.ndjson", "--skip-bad");
        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.out()).isEqualTo("submitted 2 tasks from tasks.ndjson; 1 bad line skipped\n");
        Ran piped = cli.reading(BAD + GOOD).run("submit", "-f", "-", "-o", "json");
        assertThat(piped.code()).isEqualTo(1);
        assertThat(piped.out()).isEqualTo("{\"sent\":1,\"bad\":1}\n");
        assertThat(sent(Priority.NORMAL)).hasSize(2);
    }

    @Test
    void manyBadLinesAreCountedAndTheFirstAreShown() throws IOException {
        file(BAD.repeat(500));
        Ran ran = cli.run("submit", "-f", "tasks.ndjson");
        assertThat(ran.err().lines()).hasSize(22);
        assertThat(ran.err()).contains("500 lines of tasks.ndjson");
    }

    @Test
    void waitingSumsTheOutcomesUp() throws IOException {
        file(IntStream.range(0, 300).mapToObj(n -> GOOD).collect(Collectors.joining()));
        Ran good = cli.answering(OutcomeStatus.SUCCEEDED).run("submit", "-f", "tasks.ndjson", "--wait");
        assertThat(good.code()).isZero();
        assertThat(good.out()).isEqualTo("submitted 300 tasks from tasks.ndjson\noutcomes: 300 succeeded\n");
        file(GOOD);
        Ran bad = cli.answering(OutcomeStatus.FAILED).run("submit", "-f", "tasks.ndjson", "--wait", "-o", "json");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out()).isEqualTo("{\"sent\":1,\"bad\":0,\"outcomes\":{\"FAILED\":1},\"withoutOutcome\":0}\n");
    }

    @Test
    void wordsThatContradictAFileAreRefused() throws IOException {
        file(GOOD);
        assertThat(cli.run("submit", "shell", "-f", "tasks.ndjson").err()).contains("[CONFLICTING_OPTIONS]");
        assertThat(cli.run("submit").err()).contains("[MISSING_OPTION]");
        assertThat(cli.run("submit", "-f", "nowhere.ndjson").err()).contains("[NO_SUCH_FILE]");
    }
}
