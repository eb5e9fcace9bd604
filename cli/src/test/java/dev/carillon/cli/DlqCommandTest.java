package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DlqCommandTest {
    private static final Instant TICK = Instant.parse("2026-11-18T05:00:00Z");
    private static final String AUDIT = CommandLineHarness.NAMES.audit();
    private static final String TASKS = "carillon.tasks.default.normal";

    private final CommandLineHarness carillon;

    DlqCommandTest(@TempDir Path directory) {
        carillon = new CommandLineHarness(directory);
        bury("report", TICK, "EXHAUSTED"); // dead-letters-1@0
        bury("report", TICK.plusSeconds(60), "EXHAUSTED"); // dead-letters-1@1
        bury("backup", TICK, "DRAINED"); // dead-letters-1@2
        put("{oops", "BAD_JSON"); // dead-letters-1@3
    }

    private void bury(String taskId, Instant at, String cause) {
        ExecutionKey key = ExecutionKey.of(taskId, at);
        Task task = Task.first(key, Origin.TICK, Work.of("http", RawJson.parse("{\"url\":\"http://127.0.0.1/x\"}")));
        put(key.toString(), Kind.TASK.encode(task), cause);
    }

    private void put(String text, String cause) {
        put("garbled", text.getBytes(StandardCharsets.UTF_8), cause);
    }

    private void put(String key, byte[] value, String cause) {
        carillon.log.put(new OutgoingRecord(
                CommandLineHarness.NAMES.deadLetters(),
                1,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                HeaderList.of(Map.of(
                        Headers.CAUSE,
                        cause,
                        Headers.CAUSE_MESSAGE,
                        "it ended with 7",
                        Headers.ORIGIN_TOPIC,
                        "carillon.results",
                        Headers.ORIGIN_PARTITION,
                        "1",
                        Headers.ORIGIN_OFFSET,
                        "42"))));
    }

    private List<ReceivedRecord> tasks() {
        return carillon.log.all(TASKS);
    }

    @Test
    void listNamesPositionCauseKeyAndWhy() {
        Ran ran = carillon.run("dlq", "list");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).hasSize(5);
        assertThat(ran.lines().get(1))
                .contains("dead-letters-1@0", "EXHAUSTED", "report:2026-11-18T05:00:00Z", "it ended with 7");
        assertThat(ran.err()).contains("carillon dlq show dead-letters-1@3");
    }

    @Test
    void listIsFilteredByCauseTaskTimeAndCount() {
        assertThat(carillon.run("dlq", "list", "--cause", "drained").out())
                .contains("backup")
                .doesNotContain("report");
        assertThat(carillon.run("dlq", "list", "--task", "report").lines()).hasSize(3);
        assertThat(carillon.run("dlq", "list", "-n", "1").lines()).hasSize(2);
        assertThat(carillon.run("dlq", "list", "--since", "2026-11-18T07:00:00Z")
                        .out())
                .contains("no dead letters");
        assertThat(carillon.run("dlq", "list", "--since", "5m").lines()).hasSize(5);
    }

    @Test
    void jsonHasOneDocumentForEach() {
        Ran ran = carillon.run("dlq", "list", "-o", "json");
        assertThat(ran.lines()).hasSize(4);
        assertThat(ran.lines().get(0))
                .contains("\"position\":\"dead-letters-1@0\"", "\"origin\":\"carillon.results-1@42\"");
    }

    @Test
    void showPrintsHeadersTheWholeValueAndTheNextCommand() {
        Ran ran = carillon.run("dlq", "show", "dead-letters-1@0");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("EXHAUSTED: it ended with 7", "carillon.results-1@42", "\"url\" : \"http://127.0.0.1/x\"")
                .contains("try: carillon dlq replay dead-letters-1@0");
    }

    @Test
    void showOfWhatCanNotBeRunAdvisesToDropIt() {
        assertThat(carillon.run("dlq", "show", "dead-letters-1@3").out())
                .contains("{oops", "try: carillon dlq drop dead-letters-1@3");
    }

    @Test
    void showFindsALetterByItsExecutionKey() {
        assertThat(carillon.run("dlq", "show", "backup:" + TICK).out()).contains("dead-letters-1@2");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(carillon.run("dlq", "show", "dead-letters-1@99").code()).isEqualTo(3);
        assertThat(carillon.run("dlq", "replay", "nobody:" + TICK).code()).isEqualTo(3);
    }

    @Test
    void aKeyOfSeveralLettersHasToBeTold() {
        bury("backup", TICK, "DRAINED");
        Ran ran = carillon.run("dlq", "show", "backup:" + TICK);
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("dead-letters-1@2", "dead-letters-1@4");
    }

    @Test
    void replayWritesTaskAndMarkInOneTransactionAndTheListForgetsIt() {
        Ran ran = carillon.run("dlq", "replay", "dead-letters-1@0", "--reason", "network is back");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("replayed dead-letters-1@0 (report:2026-11-18T05:00:00Z) as report:2026-11-18T06");
        assertThat(carillon.transactions.sizes()).containsExactly(2);
        assertThat(tasks()).hasSize(1);
        Task task = tasks().get(0).read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(task.metadata()).containsEntry("replay-of", "report:2026-11-18T05:00:00Z");
        assertThat(tasks().get(0).headers().texts()).containsEntry(Headers.ORIGIN, "replay");
        assertThat(carillon.log.all(AUDIT)).hasSize(1);
        assertThat(carillon.run("dlq", "list").out()).doesNotContain("dead-letters-1@0");
        assertThat(carillon.run("dlq", "list", "--all").out())
                .contains("dead-letters-1@0")
                .contains("replayed as " + task.key())
                .contains("network is back");
    }

    @Test
    void aSecondReplayIsRefusedUnlessAskedForAgain() {
        carillon.run("dlq", "replay", "dead-letters-1@0");
        Ran ran = carillon.run("dlq", "replay", "dead-letters-1@0");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("refused", "it was replayed as report:");
        assertThat(ran.err()).contains("add --again");
        assertThat(tasks()).hasSize(1);
        assertThat(carillon.run("dlq", "replay", "dead-letters-1@0", "--again").code())
                .isZero();
        assertThat(tasks()).hasSize(2);
    }

    @Test
    void aMarkOnALetterOfAFormerTopicHidesNothing() {
        carillon.run("dlq", "replay", "dead-letters-1@0");
        carillon.log.create(CommandLineHarness.NAMES.deadLetters(), 3);
        ((ManualClock) carillon.clock).advance(Duration.ofSeconds(5));
        bury("other", TICK, "EXHAUSTED");
        assertThat(carillon.run("dlq", "list").out()).contains("other:");
    }

    @Test
    void dryRunWritesNothing() {
        Ran ran = carillon.run("dlq", "replay", "--all", "--dry-run");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("would replay dead-letters-1@0").contains("refused dead-letters-1@3");
        assertThat(tasks()).isEmpty();
        assertThat(carillon.transactions.sizes()).isEmpty();
    }

    @Test
    void replayByCauseTakesThoseThatWait() {
        carillon.run("dlq", "replay", "dead-letters-1@0");
        Ran ran = carillon.run("dlq", "replay", "--cause", "EXHAUSTED");
        assertThat(ran.out()).contains("dead-letters-1@1").doesNotContain("dead-letters-1@0");
        assertThat(tasks()).hasSize(2);
        assertThat(carillon.run("dlq", "replay", "--cause", "EXHAUSTED").err())
                .contains("no unhandled dead letter matches");
    }

    @Test
    void manyGoInSeveralTransactions() {
        for (int i = 0; i < 450; i++) {
            bury("many", TICK.plusSeconds(i), "EXHAUSTED");
        }
        Ran ran = carillon.run("dlq", "replay", "--task", "many");
        assertThat(ran.code()).isZero();
        assertThat(carillon.transactions.sizes()).containsExactly(400, 400, 100);
        assertThat(tasks()).hasSize(450);
        assertThat(ran.out()).contains("replayed 450 dead letters");
    }

    @Test
    void whoeverIsFencedReportsNothingAsDone() {
        carillon.transactions.fence();
        Ran ran = carillon.run("dlq", "replay", "dead-letters-1@0");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("[NOT_WRITTEN]");
    }

    @Test
    void dropLeavesAMarkAndNoTask() {
        Ran ran = carillon.run("dlq", "drop", "dead-letters-1@3", "--reason", "garbage");
        assertThat(ran.code()).isZero();
        assertThat(tasks()).isEmpty();
        assertThat(carillon.run("dlq", "list").out()).doesNotContain("dead-letters-1@3");
        assertThat(carillon.run("dlq", "list", "--all").out())
                .contains("dropped")
                .contains("garbage");
        assertThat(carillon.run("dlq", "replay", "dead-letters-1@3").out()).contains("it was dropped");
    }

    @Test
    void namesAndFiltersExcludeEachOtherAndOneIsNeeded() {
        assertThat(carillon.run("dlq", "replay").code()).isEqualTo(2);
        assertThat(carillon.run("dlq", "replay", "dead-letters-1@0", "--all").code())
                .isEqualTo(2);
    }

    @Test
    void whoDidItStandsInTheMark() {
        carillon.environment.put("USER", "ann");
        carillon.run("dlq", "drop", "dead-letters-1@3");
        assertThat(carillon.log
                        .all(AUDIT)
                        .get(0)
                        .read(Kind.AUDIT_ENTRY::ifReadable)
                        .orElseThrow()
                        .by())
                .isEqualTo("ann");
    }
}
