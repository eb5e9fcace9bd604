package dev.carillon.cli.execution;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code carillon submit -f}: files and pipes as people make them. */
@Timeout(60)
final class BatchLinesTest {
    private static final String GOOD = "{\"taskId\":\"a\",\"type\":\"shell\"}\n";
    private static final String BAD = "{\"taskId\":\"a\"\n";

    private final Path directory;
    private final CommandLineHarness cli;

    BatchLinesTest(@TempDir Path directory) {
        this.directory = directory;
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    private void file(String text) throws IOException {
        Files.writeString(directory.resolve("tasks.ndjson"), text);
    }

    private Ran submit(String... more) {
        String[] words = new String[more.length + 3];
        System.arraycopy(new String[] {"submit", "-f", "tasks.ndjson"}, 0, words, 0, 3);
        System.arraycopy(more, 0, words, 3, more.length);
        return cli.run(words);
    }

    private List<Task> sent() {
        return cli.log.all(NAMES.tasks("default", Priority.NORMAL)).stream()
                .map(record -> record.read(Kind.TASK::ifReadable).orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", " \t\r\n"})
    void aFileWithoutTasksSendsNone(String text) throws IOException {
        file(text);
        Ran ran = submit();
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("submitted 0 tasks from tasks.ndjson\n");
        assertThat(submit("--wait").out()).isEqualTo("submitted 0 tasks from tasks.ndjson\n");
        assertThat(cli.reading(text).run("submit", "-f", "-", "-o", "json").out())
                .isEqualTo("{\"sent\":0,\"bad\":0}\n");
    }

    @Test
    void aFileFromWindowsIsSentAsAnyOther() throws IOException {
        file("\uFEFF" + GOOD.replace("\n", "\r\n").repeat(3));
        Ran ran = submit();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("submitted 3 tasks from tasks.ndjson\n");
        assertThat(cli.reading("\uFEFF" + GOOD).run("submit", "-f", "-").out())
                .isEqualTo("submitted 1 task from standard input\n");
    }

    @Test
    void aMarkOfWindowsInTheMiddleIsAMistake() throws IOException {
        file(GOOD + "\uFEFF" + GOOD);
        assertThat(submit().err()).startsWith("line 2: ").contains("[BAD_JSON]");
    }

    @Test
    void textOfAllLanguagesComesThroughUnchanged() throws IOException {
        String payload = "{\"Grüße\":\"漢字 \uD83D\uDD14 \u2028 \\u0000 \\ud83d\\udd14\"}";
        file("{\"taskId\":\"a\",\"type\":\"shell\",\"payload\":" + payload + "}\n");
        assertThat(submit().err()).isEmpty();
        assertThat(sent())
                .singleElement()
                .satisfies(task -> assertThat(task.work().payload().text()).isEqualTo(payload));
    }

    @Test
    void tenThousandTasksAreSentInTheirOrder() throws IOException {
        file(IntStream.range(0, 10_000)
                .mapToObj(n -> "{\"taskId\":\"a\",\"type\":\"shell\",\"payload\":" + n
                        + ",\"execTime\":\"2026-11-18T05:00:00." + (100 + n % 900) + "Z\"}\n")
                .collect(Collectors.joining()));
        assertThat(submit().out()).isEqualTo("submitted 10000 tasks from tasks.ndjson\n");
        assertThat(sent()).hasSize(10_000);
        List<Integer> ofOneKey = sent().stream()
                .filter(task -> String.valueOf(task.key()).endsWith(".107Z"))
                .map(task -> Integer.parseInt(task.work().payload().text()))
                .toList();
        assertThat(ofOneKey).hasSize(12).isSorted();
    }

    @Test
    void aKeyInSeveralLinesIsWaitedForOnce() throws IOException {
        file("{\"taskId\":\"a\",\"type\":\"shell\",\"execTime\":\"2026-11-18T05:00:00Z\"}\n".repeat(3));
        Ran ran = cli.answering(OutcomeStatus.SUCCEEDED).run("submit", "-f", "tasks.ndjson", "--wait", "-o", "json");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("{\"sent\":3,\"bad\":0,\"outcomes\":{\"SUCCEEDED\":1},\"withoutOutcome\":0}\n");
    }

    @Test
    void outcomesThatAreMissingAreCountedAndNoSuccess() throws IOException {
        file(GOOD.repeat(2));
        Ran ran = submit("--wait=0s");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEqualTo("submitted 2 tasks from tasks.ndjson\noutcomes: 2 without an outcome yet\n");
        assertThat(submit("--wait=0s", "-o", "json").out())
                .isEqualTo("{\"sent\":2,\"bad\":0,\"outcomes\":{},\"withoutOutcome\":2}\n");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "20, 20", "21, 21", "22, 21", "1000, 21"})
    void ofManyBadLinesTwentyAreShown(int bad, int lines) throws IOException {
        file(BAD.repeat(bad));
        Ran ran = submit("--skip-bad");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err().lines()).hasSize(lines);
        assertThat(ran.out()).contains("; " + bad + (bad == 1 ? " bad line skipped" : " bad lines skipped"));
    }

    @Test
    void badLinesOfAPipeAreNamedWithTheirNumbersAndTheOthersSent() {
        Ran ran = cli.reading("\n" + BAD + GOOD + "[]\n" + GOOD.replace("shell", "shel") + GOOD)
                .run("submit", "-f", "-");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEqualTo("submitted 2 tasks from standard input; 3 bad lines skipped\n");
        assertThat(ran.err().lines())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("line 2: ").endsWith("[BAD_JSON]"),
                        two -> assertThat(two).startsWith("line 4: ").endsWith("[NOT_AN_OBJECT]"),
                        three -> assertThat(three).startsWith("line 5: type").endsWith("[UNKNOWN_TYPE]"));
    }

    @Test
    void forceSendsTypesThatNoWorkerServesButNoUnknownQueue() throws IOException {
        file(GOOD.replace("shell", "of-tomorrow"));
        assertThat(submit("--force").code()).isZero();
        file(GOOD.replace("}", ",\"queue\":\"mail\"}"));
        Ran ran = submit("--force");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("line 1: queue", "topics create --queue mail", "[UNKNOWN_QUEUE]");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "none.ndjson", ""})
    void whatIsNoFileIsRefused(String name) {
        Ran ran = cli.run("submit", "-f", name);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("there is no file ", "[NO_SUCH_FILE]");
    }

    @Test
    void aLineMayCarryAllThatATaskHas() throws IOException {
        file("{\"taskId\":\"a\",\"type\":\"shell\",\"priority\":\"urgent\",\"timeout\":\"1m\",\"name\":\"A\","
                + "\"notBefore\":\"2026-11-18T06:00:30Z\",\"labels\":{\"team\":\"ops\"},\"metadata\":{\"from\":\"x\"},"
                + "\"retry\":{\"maxRetries\":1,\"delay\":\"5s\"},\"ifWorkerDies\":\"fail\"}\n");
        Ran ran = submit();
        assertThat(ran.err()).isEmpty();
        byte[] value =
                cli.log.all(NAMES.tasks("default", Priority.URGENT)).get(0).value();
        JsonNode task = Json.read(Objects.requireNonNull(value));
        assertThat(task.at("/labels/team").asString()).isEqualTo("ops");
        assertThat(task.at("/metadata/from").asString()).isEqualTo("x");
        assertThat(task.path("notBefore").asString()).isEqualTo("2026-11-18T06:00:30Z");
    }

    private void slow(AtomicLong nanos) {
        cli.ticking(nanos::get);
        cli.log.whenAppended(appended -> nanos.addAndGet(Duration.ofMillis(900).toNanos()));
    }

    @Test
    void progressIsSaidAtATerminalEveryTwoSeconds() throws IOException {
        slow(new AtomicLong());
        file(GOOD.repeat(7));
        cli.watched();
        assertThat(submit().err().lines()).containsExactly("sent 3 so far", "sent 6 so far");
    }

    @Test
    void progressIsNotSaidInAFileOrAPipe() throws IOException {
        slow(new AtomicLong());
        file(GOOD.repeat(7));
        assertThat(submit().err()).isEmpty();
    }

    @Test
    void theBytesOfABrokenLineDoNotMoveTheCursor() {
        byte[] line = "{\"taskId\":\"\u001b[2J\",\"\u0007\":1,\u001b]0;x\u0007\n".getBytes(StandardCharsets.UTF_8);
        Ran ran = cli.reading(line).run("submit", "-f", "-");
        assertThat(ran.err().strip()).isNotEmpty().doesNotContainPattern("\\p{Cntrl}");
    }
}
