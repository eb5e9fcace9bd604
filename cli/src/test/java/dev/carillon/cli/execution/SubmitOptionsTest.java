package dev.carillon.cli.execution;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of {@code submit}, {@code once} and {@code cancel}: limits, contradictions, waiting. */
@Timeout(60)
final class SubmitOptionsTest {
    private static final String CHOSEN = "report:2026-11-18T06:00:00Z";

    private final Path directory;
    private final CommandLineHarness cli;

    SubmitOptionsTest(@TempDir Path directory) {
        this.directory = directory;
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    private List<ReceivedRecord> sent() {
        return Stream.concat(
                        Arrays.stream(Priority.values())
                                .flatMap(priority -> cli.log.all(NAMES.tasks("default", priority)).stream()),
                        cli.log.all(NAMES.delayed()).stream())
                .toList();
    }

    private Task only() {
        assertThat(sent()).hasSize(1);
        return sent().get(0).read(Kind.TASK::ifReadable).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "submit shell --retries -1 | OUT_OF_RANGE",
                "submit shell --retries 1001 | OUT_OF_RANGE",
                "submit shell --timeout 0s | OUT_OF_RANGE",
                "submit shell --timeout 365d | OUT_OF_RANGE",
                "submit shell --queue Mail | BAD_QUEUE",
                "submit shell --wait=soon | OUT_OF_RANGE",
                "submit shell --at 10000-01-01T00:00:00Z | OUT_OF_RANGE",
                "submit shell --at +10000-01-01T00:00:00Z | OUT_OF_RANGE",
                "submit shell --in 4000d | OUT_OF_RANGE",
                "submit a/b | BAD_TASK_ID",
                "submit shell --id a: | BAD_EXEC_TIME",
                "submit shell --id :2026-11-18T06:00:00Z | BAD_TASK_ID",
                "once ls --every 1500ms | OUT_OF_RANGE",
                "once ls --every 999ms | OUT_OF_RANGE",
                "once ls --every 367d | OUT_OF_RANGE",
                "once ls --every 10s --wait | CONFLICTING_OPTIONS",
                "once ls --id a/b | BAD_TASK_ID",
                "once ls --at 06:00 | OUT_OF_RANGE",
                "cancel report | BAD_KEY",
                "cancel report:now | BAD_EXEC_TIME",
                "cancel " + CHOSEN + " --wait=never | OUT_OF_RANGE"
            })
    void aWrongValueIsRefusedAndNothingIsSent(String line, String code) {
        Ran ran = cli.run(line.split(" "));
        assertThat(ran.code()).as(ran.out()).isEqualTo(2);
        assertThat(ran.err()).contains("[" + code + "]").doesNotContain("unexpected");
        assertThat(sent()).isEmpty();
        assertThat(cli.log.all(NAMES.control())).isEmpty();
        assertThat(cli.log.all(NAMES.schedules())).isEmpty();
    }

    /** What an option would have meant for each line is anyone's guess, so it is not passed over in silence. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--priority high",
                "--queue default",
                "--id a",
                "--at 2026-11-18T07:00:00Z",
                "--in 5m",
                "--payload 1",
                "--timeout 5m",
                "--retries 1"
            })
    void optionsOfOneTaskDoNotGoWithAFile(String option) throws IOException {
        Files.writeString(directory.resolve("tasks.ndjson"), "{\"taskId\":\"a\",\"type\":\"shell\"}\n");
        Ran ran = cli.run(("submit -f tasks.ndjson " + option).split(" "));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(option.substring(0, option.indexOf(' ')), "[CONFLICTING_OPTIONS]");
        assertThat(sent()).isEmpty();
    }

    @Test
    void skippingBadLinesNeedsAFile() {
        Ran ran = cli.run("submit", "shell", "--skip-bad");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--skip-bad", "[CONFLICTING_OPTIONS]");
        assertThat(sent()).isEmpty();
    }

    @Test
    void limitsThemselvesAreAllowed() {
        assertThat(cli.run("submit", "shell", "--retries", "0", "--timeout", "1s")
                        .err())
                .isEmpty();
        Task task = only();
        assertThat(task.work().retry().maxRetries()).isZero();
        assertThat(task.work().timeout()).hasSeconds(1);
    }

    @Test
    void anInstantInThePastIsDueAtOnce() {
        assertThat(cli.run("submit", "shell", "--at", "2020-01-01T00:00:00+02:00")
                        .out())
                .endsWith("(queue default, priority normal, not before 2019-12-31T22:00:00Z)\n");
        assertThat(cli.log.all(NAMES.tasks("default", Priority.NORMAL))).hasSize(1);
    }

    @Test
    void programsGetTheKeyAndNothingElse() {
        Ran ran = cli.run("submit", "shell", "-o", "json");
        assertThat(ran.out()).isEqualTo("{\"key\":\"" + only().key() + "\"}\n");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void programsThatWaitGetTheOutcome() {
        Ran ran = cli.answering(OutcomeStatus.FAILED).run("submit", "shell", "--id", CHOSEN, "--wait", "-o", "json");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.lines()).hasSize(1);
        assertThat(Json.read(ran.out().getBytes(StandardCharsets.UTF_8))
                        .path("status")
                        .asString())
                .isEqualTo("FAILED");
        assertThat(ran.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"SUCCEEDED, 0", "FAILED, 1", "CANCELLED, 1", "EXPIRED, 1", "SKIPPED, 1"})
    void onlyASuccessEndsAWaitWithZero(OutcomeStatus status, int code) {
        assertThat(cli.answering(status).run("submit", "shell", "--wait").code())
                .isEqualTo(code);
        assertThat(cli.answering(status).run("once", "date", "--wait").code()).isEqualTo(code);
    }

    @Test
    void aWaitThatIsOverSaysThatTheExecutionGoesOn() {
        Ran ran = cli.run("submit", "shell", "--id", CHOSEN, "--wait=0s");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("submitted " + CHOSEN, "there is no outcome of " + CHOSEN + " after 0 ms")
                .contains("look later with: carillon status " + CHOSEN, "[NO_OUTCOME]");
        assertThat(sent()).hasSize(1);
    }

    @Test
    void aKeyThatEndedBeforeIsAnsweredWithThatOutcome() {
        cli.putOutcome(CHOSEN, OutcomeStatus.FAILED);
        cli.putOutcome(CHOSEN, OutcomeStatus.SUCCEEDED);
        Ran ran = cli.run("submit", "shell", "--id", CHOSEN, "--wait", "-o", "json");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("\"status\":\"SUCCEEDED\"");
        assertThat(ran.err()).contains("nothing was sent");
        assertThat(sent()).isEmpty();
    }

    @Test
    void theOutcomeOfAnotherKeyIsNotWaitedFor() {
        cli.putOutcome("report:2026-11-18T06:00:01Z", OutcomeStatus.SUCCEEDED);
        assertThat(cli.run("submit", "shell", "--id", CHOSEN, "--wait=0s").err())
                .contains("[NO_OUTCOME]");
    }

    @Test
    void withoutAnyWorkerTheTaskIsRefusedUnlessForced() {
        CommandLineHarness alone = new CommandLineHarness(directory);
        Ran refused = alone.run("submit", "shell");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("no live worker serves the queue default", "[UNKNOWN_TYPE]");
        assertThat(alone.run("once", "date").code()).isEqualTo(3);
        assertThat(alone.run("submit", "shell", "--force").code()).isZero();
        assertThat(alone.run("once", "date", "--force").code()).isZero();
    }

    @Test
    void aCancelledExecutionIsASuccessForTheOneWhoCancels() {
        cli.log.whenAppended(appended -> {
            if (appended.topic().equals(NAMES.control())) {
                cli.putOutcome(CHOSEN, OutcomeStatus.CANCELLED);
            }
        });
        Ran ran = cli.run("cancel", CHOSEN, "--wait");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("report was cancelled");
    }

    @Test
    void oneThatSucceedsBeforeItIsCancelledIsNone() {
        cli.log.whenAppended(appended -> cli.putOutcome(CHOSEN, OutcomeStatus.SUCCEEDED));
        assertThat(cli.run("cancel", CHOSEN, "--wait").code()).isEqualTo(1);
    }

    @Test
    void aCancelWithoutOutcomeSaysThatThereMayBeNoSuchExecution() {
        Ran ran = cli.run("cancel", CHOSEN, "--wait=0s");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("if there is no such execution, none will come", "[NO_OUTCOME]");
        assertThat(cli.log.all(NAMES.control())).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo hello | shell | echo-hello",
                "HTTPS://Example.ORG/a?b=c | http | example.org-a-b-c",
                "http:// | shell | once",
                "see https://example.org | shell | see-https-example.org",
                "'https://example.org/a b' | shell | example.org-a-b",
                "./run.sh --all | shell | run.sh-all",
                "../../etc/x | shell | etc-x",
                "漢字 | shell | once",
                "... | shell | once",
                "äöü-1 | shell | 1",
                "a_b.c | shell | a_b.c",
                "0123456789012345678901234567890123456789extra | shell | 0123456789012345678901234567890123456789",
                "012345678901234567890123456789012345678 extra | shell | 012345678901234567890123456789012345678"
            })
    void textBecomesWorkAndAName(String text, String type, String taskId) {
        cli.run("once", "--", text);
        Task task = only();
        assertThat(task.work().type()).isEqualTo(type);
        assertThat(task.taskId()).isEqualTo(taskId);
        assertThat(task.work()
                        .payload()
                        .node()
                        .path(type.equals("http") ? "url" : "script")
                        .asString())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\t\n"})
    void nothingToRunIsRefused(String text) {
        Ran ran = cli.run("once", text);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("there is nothing to run", "[BAD_OPTION]");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aScheduleOfOnceIsAnsweredToProgramsAsJson() {
        Ran ran = cli.run("once", "date", "--every", "10s", "-o", "json");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).hasSize(1);
        assertThat(Json.read(ran.out().getBytes(StandardCharsets.UTF_8))
                        .path("taskId")
                        .asString())
                .isEqualTo("date");
    }

    @Test
    void onceDoesNotReplaceASchedule() {
        cli.run("once", "date", "--every", "10s");
        Ran again = cli.run("once", "date", "--every", "20s");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there is a schedule date already; choose another name with --id");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(1);
        assertThat(cli.run("once", "date", "--every", "20s", "--id", "date-2").code())
                .isZero();
    }

    @Test
    void whyTakesATimeOnce() {
        Ran ran = cli.run("why", CHOSEN, "--at", "07:00");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--at", "[CONFLICTING_OPTIONS]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+999999999-12-31T23:59",
                "-999999999-01-01T00:00",
                "+10000-01-01T00:00:00Z",
                "24:30",
                "2026-02-30T00:00"
            })
    void whyRefusesATimeThatNoRecordCanHold(String at) {
        cli.run("once", "date", "--every", "10s");
        Ran ran = cli.run("why", "date", "--at", at);
        assertThat(ran.code()).as(ran.err()).isEqualTo(2);
        assertThat(ran.err()).contains("--at", "[OUT_OF_RANGE]");
    }
}
