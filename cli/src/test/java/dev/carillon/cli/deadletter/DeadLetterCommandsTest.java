package dev.carillon.cli.deadletter;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Foreign bytes among the dead letters, filters, the question before many, and what programs get. */
final class DeadLetterCommandsTest {
    private static final Instant TICK = Instant.parse("2026-11-18T05:00:00Z");

    private final CommandLineHarness cli;

    DeadLetterCommandsTest(@TempDir Path directory) {
        cli = new CommandLineHarness(directory);
    }

    private void bury(String key, byte @Nullable [] value, Map<String, String> headers) {
        cli.log.put(new OutgoingRecord(
                NAMES.deadLetters(), 1, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.of(headers)));
    }

    private void bury(String taskId, Instant at) {
        ExecutionKey key = ExecutionKey.of(taskId, at);
        Task task = Task.first(key, Origin.TICK, Work.of("http", RawJson.NULL));
        bury(key.toString(), Kind.TASK.encode(task), Map.of(Headers.CAUSE, "EXHAUSTED"));
    }

    private void bury(int count) {
        for (int n = 0; n < count; n++) {
            bury("job", TICK.plusSeconds(n));
        }
    }

    private int tasks() {
        return cli.log.all("carillon.tasks.default.normal").size();
    }

    private String shown() {
        Ran ran = cli.run("dlq", "show", "dead-letters-1@0");
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out();
    }

    @Test
    void aDeadLetterWithoutAnythingIsShownAsSuch() {
        bury("", null, Map.of());
        assertThat(shown().lines())
                .contains(
                        "  cause   UNKNOWN: ",
                        "  key     none",
                        "  from    unknown",
                        "    none",
                        "try: carillon dlq drop dead-letters-1@0");
        assertThat(cli.run("dlq", "list").lines().get(1)).matches("dead-letters-1@0 +2026-11-18T06:00:00Z +UNKNOWN +-");
    }

    @Test
    void bytesThatAreNoTextAreShownAsBase64() {
        bury("a", new byte[] {(byte) 0xff, 0, 1}, Map.of());
        assertThat(shown()).contains("    3 bytes that are not text, as base64: /wAB");
        JsonNode json = Json.read(
                cli.run("dlq", "show", "dead-letters-1@0", "-o", "json").out().getBytes(StandardCharsets.UTF_8));
        assertThat(json.path("valueBase64").asString()).isEqualTo("/wAB");
        assertThat(json.has("value")).isFalse();
    }

    @Test
    void textOfManyLinesIsIndentedLineByLine() {
        bury("a", "one\ntwo\r\n".getBytes(StandardCharsets.UTF_8), Map.of());
        assertThat(shown()).contains("  value\n    one\n    two");
    }

    /** Whoever may write to any topic of Carillon could else take the terminal of the person who looks. */
    @Test
    void nothingOfADeadLetterMovesTheCursor() {
        Map<String, String> headers = new HashMap<>();
        headers.put(Headers.CAUSE, "BAD\u001b[2JJSON");
        headers.put(Headers.CAUSE_MESSAGE, "a\r\u001b]0;title\u0007b");
        headers.put(Headers.ORIGIN_TOPIC, "x\u001b[31m");
        headers.put("odd\u001b[2Jname", "odd\u001b[2Jvalue\nof two lines");
        bury("key\u001b[2J\nof two lines", "{\u001b[2J\u009b31m".getBytes(StandardCharsets.UTF_8), headers);
        String[][] commands = {
            {"dlq", "list"},
            {"dlq", "show", "dead-letters-1@0"},
            {"dlq", "replay", "dead-letters-1@0"},
            {"dlq", "replay", "--all", "--dry-run"},
            {"dlq", "drop", "dead-letters-1@0"},
            {"dlq", "list", "--all"},
            {"dlq", "show", "dead-letters-1@0", "-o", "json"},
            {"dlq", "list", "--all", "-o", "json"}
        };
        for (String[] command : commands) {
            Ran ran = cli.run(command);
            assertThat(ran.out()).as(String.join(" ", command)).isNotEmpty();
            assertThat((ran.out() + ran.err()).replace("\n", ""))
                    .as(String.join(" ", command))
                    .doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f]");
        }
    }

    @Test
    void aLongMessageIsCutInListsAndWholeWhenShown() {
        String message = "m".repeat(900) + " end";
        bury("a", null, Map.of(Headers.CAUSE, "EXHAUSTED", Headers.CAUSE_MESSAGE, message));
        assertThat(cli.run("dlq", "list").lines().get(1)).endsWith("m…").hasSizeLessThan(260);
        assertThat(shown()).contains(message);
    }

    @Test
    void tenThousandAreListedWithTheNewestLast() {
        bury(10_100);
        List<String> lines = cli.run("dlq", "list", "-n", "10000").lines();
        assertThat(lines).hasSize(10_001);
        assertThat(lines.get(1)).startsWith("dead-letters-1@100 ");
        assertThat(lines.get(10_000)).startsWith("dead-letters-1@10099 ");
        assertThat(cli.run("dlq", "list").lines()).hasSize(21);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dlq list -n 10001 | [OUT_OF_RANGE]",
                "dlq list -n -1 | [OUT_OF_RANGE]",
                "dlq list --since yesterday | [OUT_OF_RANGE]",
                "dlq list --since -5m | [OUT_OF_RANGE]",
                "dlq list --since PT-5M | [OUT_OF_RANGE]",
                "dlq list --since 2026-11-18T25:00:00Z | [OUT_OF_RANGE]",
                "dlq list --since 999999999999d | [OUT_OF_RANGE]",
                "dlq replay --all --cause exhausted x:1 | [CONFLICTING_OPTIONS]",
                "dlq replay --again | [CONFLICTING_OPTIONS]",
                "dlq drop | [MISSING_OPTION]",
                "dlq show | [MISSING_OPTION]"
            })
    void wrongOptionsAreUsage(String line, String code) {
        bury(1);
        Ran ran = cli.run(line.split(" "));
        assertThat(ran.code()).as(ran.out()).isEqualTo(2);
        assertThat(ran.err()).contains(code);
    }

    @Test
    void filtersAreAllMet() {
        bury("a", null, Map.of(Headers.CAUSE, "EXHAUSTED"));
        ((ManualClock) cli.clock).advance(Duration.ofHours(2));
        bury("a", null, Map.of(Headers.CAUSE, "EXHAUSTED"));
        bury("a", null, Map.of(Headers.CAUSE, "BAD_JSON"));
        bury("ab", null, Map.of(Headers.CAUSE, "EXHAUSTED"));
        assertThat(cli.run("dlq", "list", "--since", "1h", "--task", "a", "--cause", "EXHAUSTED")
                        .lines())
                .hasSize(2)
                .element(1)
                .asString()
                .startsWith("dead-letters-1@1 ");
        assertThat(cli.run("dlq", "list", "--since", "2h", "--task", "a").lines())
                .hasSize(4);
        assertThat(cli.run("dlq", "list", "--since", "2026-11-18T09:00:00+02:00")
                        .lines())
                .hasSize(4);
    }

    @Test
    void upToAHundredAreReplayedWithoutAQuestion() {
        bury(100);
        Ran ran = cli.watched().run("dlq", "replay", "--all");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).doesNotContain("[y/N]");
        assertThat(tasks()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "n\n", "no\n", "yep\n", "yesterday\n"})
    void moreAreReplayedOnlyAfterAYes(String answer) {
        bury(101);
        Ran ran = cli.watched().reading(answer).run("dlq", "replay", "--all");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("replay 101 dead letters? [y/N]", "nothing was done; skip this question with --yes");
        assertThat(tasks()).isZero();
        assertThat(cli.log.all(NAMES.audit())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"y\n", "Y\n", "yes\r\n", " YES \n", "y"})
    void aYesInAnySpellingIsEnough(String answer) {
        bury(101);
        assertThat(cli.watched().reading(answer).run("dlq", "replay", "--all").code())
                .isZero();
        assertThat(tasks()).isEqualTo(101);
    }

    @Test
    void aScriptIsNotAskedNorIsOneWhoSaidYesNorIsADryRun() {
        bury(101);
        assertThat(cli.run("dlq", "replay", "--all", "--dry-run").err()).doesNotContain("[y/N]");
        assertThat(cli.run("dlq", "replay", "--all").code()).isZero();
        assertThat(tasks()).isEqualTo(101);
        bury(101);
        assertThat(cli.watched().run("dlq", "replay", "--all", "--yes").err()).doesNotContain("[y/N]");
        assertThat(tasks()).isEqualTo(202);
    }

    @Test
    void oneDeadLetterUnderTwoNamesIsReplayedOnce() {
        bury(1);
        Ran ran = cli.run("dlq", "replay", "dead-letters-1@0", "carillon.dead-letters-1@0", "1@0", "job:" + TICK);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines()).hasSize(1);
        assertThat(tasks()).isEqualTo(1);
    }

    @Test
    void programsGetOneObjectForEachDeadLetter() {
        bury(1);
        bury("garbled", new byte[] {'{'}, Map.of(Headers.CAUSE, "BAD_JSON"));
        Ran ran = cli.run("dlq", "replay", "--all", "-o", "json");
        assertThat(ran.code()).isEqualTo(1);
        List<JsonNode> answers = ran.lines().stream()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
        assertThat(answers)
                .hasSize(2)
                .anySatisfy(one -> {
                    assertThat(one.path("position").asString()).isEqualTo("dead-letters-1@0");
                    assertThat(one.path("done").asString()).isEqualTo("replayed");
                    assertThat(one.path("key").asString()).startsWith("job:");
                })
                .anySatisfy(one -> {
                    assertThat(one.path("position").asString()).isEqualTo("dead-letters-1@1");
                    assertThat(one.path("done").asString()).isEqualTo("refused");
                    assertThat(one.path("why").asString()).contains("dlq show dead-letters-1@1");
                });
        assertThat(cli.run("dlq", "list", "-o", "json").lines()).hasSize(1);
    }

    @Test
    void ofSeveralTheNumbersAreSaidAtTheEnd() {
        bury(2);
        bury("garbled", new byte[] {'{'}, Map.of());
        Ran ran = cli.run("dlq", "replay", "--all");
        assertThat(ran.lines()).hasSize(4).endsWith("replayed 2 dead letters, refused 1");
        assertThat(ran.err()).contains("add --again", "try: carillon outcomes --key job:");
        Ran dropped = cli.run("dlq", "drop", "dead-letters-1@2", "--reason", "garbage");
        assertThat(dropped.lines()).containsExactly("dropped dead-letters-1@2 (garbled)");
    }

    private Ran replayedSlowly() {
        AtomicLong nanos = new AtomicLong();
        cli.ticking(() -> nanos.addAndGet(Duration.ofMillis(500).toNanos()));
        bury(12);
        return cli.run("dlq", "replay", "--all");
    }

    @Test
    void progressIsSaidAtATerminalEveryTwoSeconds() {
        cli.watched();
        assertThat(replayedSlowly().err().lines())
                .filteredOn(line -> line.endsWith(" so far"))
                .isNotEmpty()
                .allMatch(line -> line.matches("[0-9]+ dead letters so far"))
                .hasSizeLessThan(6);
    }

    @Test
    void progressIsNotSaidInAFileOrAPipe() {
        assertThat(replayedSlowly().err()).doesNotContain("so far");
    }

    @Test
    void anUnknownNameAmongSeveralChangesNothing() {
        bury(1);
        Ran ran = cli.run("dlq", "drop", "dead-letters-1@0", "dead-letters-1@7");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("there is no dead letter at dead-letters-1@7", "[NO_SUCH_LETTER]");
        assertThat(cli.log.all(NAMES.audit())).isEmpty();
    }

    @Test
    void aPartitionThatDoesNotExistHasNoDeadLetters() {
        assertThat(cli.run("dlq", "show", "dead-letters-99@0").code()).isEqualTo(3);
        assertThat(cli.run("dlq", "show", "dead-letters-1@999999999999999999").code())
                .isEqualTo(3);
        assertThat(cli.run("dlq", "show", "nonsense").code()).isIn(2, 3);
    }
}
