package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmitTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void systemWithOneWorker() {
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    @Test
    void freshTaskGoesToItsHomeUnderAKeyThatIsNoTick() {
        Ran ran = cli.run("submit", "shell", "--payload", "\"date\"", "--priority", "high");
        assertThat(ran.code()).isZero();
        ReceivedRecord sent = only(NAMES.tasks("default", Priority.HIGH));
        ExecutionKey key = ExecutionKey.parse(sent.keyText());
        assertThat(key.execTime().instant().getNano()).isNotZero();
        assertThat(sent.partition()).isEqualTo(key.home(3));
        assertThat(sent.headers().texts()).containsEntry("priority", "high").containsEntry("origin", "submitted");
        Task task = sent.read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(task.key()).isEqualTo(key);
        assertThat(task.work().payload().text()).isEqualTo("\"date\"");
        assertThat(ran.out()).isEqualTo("submitted " + key + " (queue default, priority high)\n");
    }

    @Test
    void chosenKeyIsKept() {
        cli.run("submit", "shell", "--id", "report:2026-11-18T06:00:00Z");
        assertThat(only(NAMES.tasks("default", Priority.NORMAL)).keyText()).isEqualTo("report:2026-11-18T06:00:00Z");
    }

    @Test
    void nearTaskWaitsInItsQueueAndFarTaskInDelayed() {
        cli.run("submit", "shell", "--in", "59s");
        cli.run("submit", "shell", "--in", "61s");
        assertThat(only(NAMES.tasks("default", Priority.NORMAL)).headers().texts())
                .containsKey("not-before");
        assertThat(only(NAMES.delayed()).headers().texts()).containsEntry("not-before", "2026-11-18T06:01:01.250Z");
    }

    @Test
    void unknownTypeIsRefusedWithSuggestion() {
        Ran ran = cli.run("submit", "shel");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .isEqualTo("carillon: TYPE: no live worker of the queue default serves the type \"shel\"; did"
                        + " you mean shell? served types: http, shell; skip this check with --force [UNKNOWN_TYPE]\n");
        assertThat(cli.run("submit", "shel", "--force").code()).isZero();
    }

    @Test
    void unknownQueueIsRefusedWithTheCommandThatMakesIt() {
        Ran ran = cli.run("submit", "shell", "--queue", "mail");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("create it with: carillon topics create --queue mail [UNKNOWN_QUEUE]");
    }

    @Test
    void payloadOverItsLimitIsRefusedWithBothSizes() throws IOException {
        Files.writeString(directory.resolve("big.json"), '"' + "x".repeat(2_000_000 - 2) + '"');
        Ran ran = cli.run("submit", "shell", "--payload", "@big.json");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("2000000 bytes are over the limit of 262144", "[PAYLOAD_TOO_LARGE]");
    }

    @Test
    void payloadOfTheLargestSizeIsSentWithoutTheLineBreakBehindItAndOneByteMoreIsNot() throws IOException {
        String largest = "\"xx" + "漢".repeat((Limits.PAYLOAD_BYTES - 4) / 3) + '"';
        assertThat(largest.getBytes(StandardCharsets.UTF_8)).hasSize(Limits.PAYLOAD_BYTES);
        Files.writeString(directory.resolve("largest.json"), largest + "\n");
        assertThat(cli.run("submit", "shell", "--payload", "@largest.json").err())
                .isEmpty();
        Task task = only(NAMES.tasks("default", Priority.NORMAL))
                .read(Kind.TASK::ifReadable)
                .orElseThrow();
        assertThat(task.work().payload().text()).isEqualTo(largest);

        Ran ran = cli.reading(largest.replace("xx", "xxx")).run("submit", "shell", "--payload", "-");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--payload: 262145 bytes are over the limit of 262144", "[PAYLOAD_TOO_LARGE]");
        only(NAMES.tasks("default", Priority.NORMAL));
    }

    /** By its full path, as the parser of the command line would find it, too, and take its words for arguments. */
    @Test
    void payloadIsReadFromAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("job.json"), "{\"script\": \"date --utc\"}\n");
        Ran ran = cli.run("submit", "shell", "--payload", "@" + file);
        assertThat(ran.err()).isEmpty();
        Task task = only(NAMES.tasks("default", Priority.NORMAL))
                .read(Kind.TASK::ifReadable)
                .orElseThrow();
        assertThat(task.work().payload().text()).isEqualTo("{\"script\": \"date --utc\"}");
    }

    @Test
    void payloadIsReadFromStandardInput() {
        cli.reading("{\"url\": \"https://example.org/\"}").run("submit", "http", "--payload", "-");
        Task task = only(NAMES.tasks("default", Priority.NORMAL))
                .read(Kind.TASK::ifReadable)
                .orElseThrow();
        assertThat(task.work().payload().text()).isEqualTo("{\"url\": \"https://example.org/\"}");
    }

    @Test
    void payloadsThatAreNoJsonAreRefused() {
        assertThat(cli.run("submit", "shell", "--payload", "date").err()).contains("[BAD_JSON]");
        assertThat(cli.run("submit", "shell", "--payload", "{\"a\":NaN}").err()).contains("[BAD_JSON]");
        assertThat(cli.run("submit", "shell", "--payload", "{\"a\":1,\"a\":2}").err())
                .contains("[DUPLICATE_FIELD]");
        assertThat(cli.run("submit", "shell", "--payload", "[".repeat(10_000)).err())
                .contains("[TOO_DEEP]");
    }

    @Test
    void waitingReturnsWhatTheOutcomeDeserves() {
        Ran good = cli.answering(OutcomeStatus.SUCCEEDED).run("submit", "shell", "--wait");
        assertThat(good.code()).isZero();
        assertThat(good.out()).isEqualTo("shell ran successfully (attempt 1)\n");
        Ran bad = cli.answering(OutcomeStatus.FAILED).run("submit", "shell", "--wait=10s");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out()).contains("shell failed for good after 1 attempt: because; moved to dead-letters");
    }

    @Test
    void keyWithAnOutcomeIsNotSentAgainWhenWaitedFor() {
        cli.putOutcome("report:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED);
        Ran ran = cli.run("submit", "shell", "--id", "report:2026-11-18T06:00:00Z", "--wait");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("has its outcome already");
        assertThat(cli.log.all(NAMES.tasks("default", Priority.NORMAL))).isEmpty();
    }

    @Test
    void onceMakesAShellLineOrACallOfAnAddress() {
        cli.run("once", "df -h /");
        cli.run("once", "https://example.org/a");
        List<Task> tasks = cli.log.all(NAMES.tasks("default", Priority.NORMAL)).stream()
                .map(found -> found.read(Kind.TASK::ifReadable).orElseThrow())
                .toList();
        assertThat(tasks)
                .extracting(task -> task.taskId() + " " + task.work().type() + " "
                        + task.work().payload().text())
                .containsExactlyInAnyOrder(
                        "df-h shell {\"script\":\"df -h /\"}",
                        "example.org-a http {\"url\":\"https://example.org/a\"}");
    }

    @Test
    void onceWithAnIntervalMakesASchedule() {
        Ran ran = cli.run("once", "date", "--every", "10s");
        assertThat(ran.out()).contains("carillon schedule delete date");
        assertThat(only(NAMES.schedules()).keyText()).isEqualTo("date");
    }

    @Test
    void cancelIsACommandUnderTheExecutionsKey() {
        cli.run("cancel", "report:2026-11-18T06:00:00Z", "--reason", "not needed");
        ReceivedRecord sent = only(NAMES.control());
        assertThat(sent.keyText()).isEqualTo("report:2026-11-18T06:00:00Z");
        assertThat(sent.read(Kind.COMMAND::ifReadable).orElseThrow().command()).isEqualTo(CommandKind.CANCEL);
    }

    @Test
    void whatHasEndedIsNotCancelled() {
        cli.putOutcome("report:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED);
        Ran ran = cli.run("cancel", "report:2026-11-18T06:00:00Z");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("[ALREADY_ENDED]");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
    }

    @Test
    void outcomesAreListedByTimeWithTheLastOnes() {
        for (int i = 0; i < 30; i++) {
            cli.putOutcome("t" + i + ":2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED);
        }
        assertThat(cli.run("outcomes", "-n", "5").lines()).hasSize(5);
        assertThat(cli.run("outcomes", "--task", "t7").lines())
                .containsExactly(
                        "2026-11-18T06:00:00Z  SUCCEEDED    t7:2026-11-18T06:00:00Z  ran successfully (attempt 1)");
        assertThat(cli.run("outcomes", "--key", "t7:2026-11-18T06:00:00Z", "-o", "json")
                        .out())
                .startsWith("{\"v\":1,\"key\":\"t7:2026-11-18T06:00:00Z\",\"status\":\"SUCCEEDED\"");
    }

    private ReceivedRecord only(String topic) {
        List<ReceivedRecord> all = cli.log.all(topic);
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
