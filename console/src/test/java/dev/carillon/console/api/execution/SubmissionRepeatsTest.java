package dev.carillon.console.api.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.AtOnce;
import dev.carillon.console.api.MemoryRuns;
import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Priority;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Requests that come again: at once, after a restart, after a failure; and batches at their limits. */
final class SubmissionRepeatsTest {
    private static final String WORK = "{\"taskId\":\"one\",\"type\":\"http\",\"payload\":{\"a\":1}}";
    private static final String SUBMIT = "/v1/executions";
    private static final String BATCH = "/v1/executions/batch";
    private static final String KEY = "Idempotency-Key: order-4711";
    private static final int RACERS = 8;
    private static final int MOST = 10_000;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer post(String path, String body, String... headers) {
        return console.ask("POST", path, body, headers);
    }

    private List<ReceivedRecord> sent() {
        return console.log.all(RunningConsole.NAMES.tasks("default", Priority.NORMAL));
    }

    private List<Command> cancels() {
        return console.log.all(RunningConsole.NAMES.control()).stream()
                .map(record -> record.read(Kind.COMMAND::ifReadable).orElseThrow())
                .filter(command -> command.command() == CommandKind.CANCEL)
                .toList();
    }

    @Test
    void requestsOfTheSameKeyAtOnceAreOneExecution() {
        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> post(SUBMIT, WORK, KEY));

        assertThat(answers)
                .extracting(answer -> answer.text("key"))
                .containsOnly(answers.get(0).text("key"));
        assertThat(answers).filteredOn(answer -> !answer.json().has("repeated")).hasSize(1);
        assertThat(sent()).hasSize(1);
    }

    @Test
    void runsOfTheSameKeyAtOnceAreOneRun() {
        console.applied("report");

        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> post("/v1/schedules/report/run", "", KEY));

        assertThat(answers)
                .extracting(answer -> answer.text("key"))
                .containsOnly(answers.get(0).text("key"));
        assertThat(console.runs.commands()).hasSize(1);
    }

    @Test
    void requestsWithoutAKeyAtOnceAreAllDoneUnderKeysOfTheirOwn() {
        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> post(SUBMIT, WORK));

        assertThat(new HashSet<>(
                        answers.stream().map(answer -> answer.text("key")).toList()))
                .hasSize(RACERS);
        assertThat(sent()).hasSize(RACERS);
    }

    @Test
    void afterARestartTheSameRequestIsStillTheSameExecution() {
        RawAnswer first = post(SUBMIT, WORK, KEY);
        try (RunningConsole restarted = console.another()) {
            RawAnswer again = restarted.ask("POST", SUBMIT, WORK, KEY);
            RawAnswer other = restarted.ask("POST", SUBMIT, WORK.replace("1", "2"), "Idempotency-Key: order-4711");

            assertThat(again.text("key")).isEqualTo(first.text("key"));
            assertThat(again.text("repeated")).isEqualTo("true");
            assertThat(other.status()).isEqualTo(422);
            assertThat(other.text("code")).isEqualTo("KEY_REUSED");
        }
        assertThat(sent()).hasSize(1);
    }

    /** The console ended between the two tasks of the batch. */
    @Test
    void aBatchOfWhichOnlyAPartWasSentIsSentAgainUnderTheSameKeys() {
        RawAnswer part = post(BATCH, "{\"items\":[" + WORK + "]}", KEY);
        try (RunningConsole restarted = console.another()) {
            RawAnswer whole = restarted.ask("POST", BATCH, "{\"items\":[" + WORK + "," + WORK + "]}", KEY);

            assertThat(whole.json().path("keys").get(0))
                    .isEqualTo(part.json().path("keys").get(0));
            assertThat(whole.json().has("repeated")).isFalse();
            assertThat(new HashSet<>(
                            sent().stream().map(ReceivedRecord::keyText).toList()))
                    .hasSize(2);
        }
    }

    @Test
    void afterARestartARunIsNotRequestedAgain() {
        console.applied("report");
        RawAnswer first = post("/v1/schedules/report/run", "", KEY);
        try (RunningConsole restarted = console.another()) {
            RawAnswer again = restarted.ask("POST", "/v1/schedules/report/run", "", KEY);

            assertThat(again.text("key")).isEqualTo(first.text("key"));
        }
        assertThat(console.runs.commands()).hasSize(1);
    }

    @Test
    void anotherReasonIsAnotherRequest() {
        console.applied("report");
        String run = "/v1/schedules/report/run";
        assertThat(post(run, "", KEY).status()).isEqualTo(202);

        assertThat(post(run, "{\"reason\":\"null\"}", KEY).text("code")).isEqualTo("KEY_REUSED");
        assertThat(post(run, "{}", KEY).text("repeated")).isEqualTo("true");
    }

    @Test
    void aKeyIsSharedByAllKindsOfRequests() {
        console.applied("report");
        String retry = SUBMIT + "/" + MemoryRuns.DONE + "/retry";
        RawAnswer first = post(retry, "", KEY);

        assertThat(post(retry, "", KEY).text("key")).isEqualTo(first.text("key"));
        for (String other : List.of(SUBMIT + "/" + MemoryRuns.RETRYING + "/retry", "/v1/schedules/report/run")) {
            assertThat(post(other, "", KEY).text("code")).as(other).isEqualTo("KEY_REUSED");
        }
        assertThat(post(SUBMIT, WORK, KEY).text("code")).isEqualTo("KEY_REUSED");
        assertThat(sent()).hasSize(1);
    }

    @Test
    void aDryRunOrARefusedRequestDoesNotUseTheKeyUp() {
        assertThat(post(SUBMIT + "?dryRun=true", WORK, KEY).status()).isEqualTo(202);
        assertThat(post(SUBMIT, WORK.replace("http", ""), KEY).status()).isEqualTo(422);
        assertThat(post(SUBMIT, WORK.replace("}}", "},\"queue\":\"nowhere\"}"), KEY)
                        .text("code"))
                .isEqualTo("UNKNOWN_QUEUE");

        RawAnswer answer = post(SUBMIT, WORK, KEY);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().has("repeated")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\tb", "é", "x*201"})
    void aKeyThatIsNotVisibleAsciiOrTooLongIsRefused(String text) {
        console.applied("report");
        String header = "Idempotency-Key: " + text.replace("x*201", "x".repeat(201));
        for (String path :
                List.of(SUBMIT, BATCH, SUBMIT + "/" + MemoryRuns.DONE + "/retry", "/v1/schedules/report/run")) {
            RawAnswer answer = post(path, path.equals(SUBMIT) ? WORK : "{}", header);

            assertThat(answer.status()).as(path + answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).isEqualTo("BAD_PARAMETER");
            assertThat(answer.text("field")).isEqualTo("Idempotency-Key");
            assertThat(answer.text("limit")).contains("200");
        }
        assertThat(post(SUBMIT, WORK, "Idempotency-Key: " + "~".repeat(200)).status())
                .isEqualTo(202);
        assertThat(sent()).hasSize(1);
        assertThat(console.runs.commands()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"execTime\":\"2026-11-18T00:00:00Z~default.normal-3-17\"` | BAD_EXEC_TIME      | execTime",
                "`\"execTime\":\"2026-11-18T01:00:00+01:00\"`                | BAD_EXEC_TIME      | execTime",
                "`\"execTime\":\"tomorrow\"`                                 | BAD_EXEC_TIME      | execTime",
                "`\"delay\":\"6d1ms\"`                                       | OUT_OF_RANGE       | delay",
                "`\"delay\":\"-1s\"`                                         | OUT_OF_RANGE       | delay",
                "`\"notBefore\":\"2026-02-30T00:00:00Z\"`                    | OUT_OF_RANGE       | notBefore",
                "`\"queue\":\"Default\"`                                     | BAD_QUEUE          | queue",
                "`\"priority\":\"NORMAL\"`                                   | UNKNOWN_VALUE      | priority",
                "`\"retry\":{\"maxRetry\":1}`                                | UNKNOWN_FIELD      | retry.maxRetry",
                "`\"retry\":{\"maxRetries\":1001}`                           | OUT_OF_RANGE       | retry.maxRetries",
                "`\"taskId\":\"a b\"`                                        | BAD_TASK_ID        | taskId",
                "`\"shards\":{\"count\":2}`                                  | NOT_SUPPORTED_YET  | shards",
                "`\"metadata\":{\"a\":7}`                                    | WRONG_TYPE         | metadata.\"a\"",
                "`\"delay\":\"1s\",\"notBefore\":\"2026-11-18T07:00:00Z\"`    | CONFLICTING_FIELDS | delay",
                "`\"type\":\"a b\"`                                          | BAD_TASK_ID        | type",
            })
    void aFieldIsNamedAloneAndByItsPlaceInABatch(String field, String code, String name) {
        String bad = field.contains("\"type\"") ? "{" + field + "}" : "{\"type\":\"http\"," + field + "}";
        RawAnswer single = post(SUBMIT, bad);
        RawAnswer batch = post(BATCH, "{\"items\":[" + WORK + "," + bad + "]}");

        assertThat(single.text("code")).as(single.body()).isEqualTo(code);
        assertThat(single.text("field")).isEqualTo(name);
        assertThat(single.text("fix")).isNotEmpty();
        assertThat(single.text("value")).isNotEmpty();
        assertThat(batch.text("code")).as(batch.body()).isEqualTo(code);
        assertThat(batch.text("field")).isEqualTo("items[1]." + name);
        assertThat(batch.text("value")).isEqualTo(single.text("value"));
        assertThat(sent()).isEmpty();
    }

    @Test
    void tenThousandAreSentUnderTenThousandKeysInTheirOrder() {
        String items = IntStream.range(0, MOST)
                .mapToObj(n -> "{\"taskId\":\"t" + n + "\",\"type\":\"http\"}")
                .collect(Collectors.joining(","));

        RawAnswer answer = post(BATCH + "?wait=5s", "{\"items\":[" + items + "]}", KEY);

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.text("seen")).isEqualTo("true");
        List<String> keys = answer.json().get("keys").values().stream()
                .map(JsonNode::stringValue)
                .toList();
        assertThat(keys).hasSize(MOST).doesNotHaveDuplicates();
        assertThat(keys.get(MOST - 1)).startsWith("t9999:");
        assertThat(sent().stream().map(ReceivedRecord::keyText)).hasSameElementsAs(keys);
    }

    @Test
    void ofTenThousandWithOneMistakeAtTheEndNoneIsSent() {
        String good = ("," + WORK).repeat(MOST - 1).substring(1);

        RawAnswer bad = post(BATCH, "{\"items\":[" + good + ",{\"type\":\"\"}]}");
        RawAnswer many = post(BATCH, "{\"items\":[" + good + "," + WORK + "," + WORK + "]}");

        assertThat(bad.text("field")).isEqualTo("items[9999].type");
        assertThat(many.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(many.text("field")).isEqualTo("items");
        assertThat(many.text("detail")).contains("10001", "10000");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aBatchIsRefusedUnlessItIsAListOfObjects() {
        assertThat(post(BATCH, "{}").text("field")).isEqualTo("items");
        assertThat(post(BATCH, "{\"items\":[]}").text("code")).isEqualTo("MISSING_FIELD");
        assertThat(post(BATCH, "{\"items\":{}}").text("code")).isEqualTo("WRONG_TYPE");
        assertThat(post(BATCH, "{\"items\":[" + WORK + ",null]}").text("field")).isEqualTo("items[1]");
        assertThat(post(BATCH, "{\"items\":[" + WORK + "],\"force\":true}").text("field"))
                .isEqualTo("force");
        assertThat(post(BATCH, "[" + WORK + "]").text("code")).isEqualTo("NOT_AN_OBJECT");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aWaitEndsWhenTheHistoryShowsTheExecutionOrWithItsTime() {
        assertThat(post(SUBMIT + "?wait=30s", WORK).text("seen")).isEqualTo("true");
        console.runs.isStuck = true;
        assertThat(post(SUBMIT + "?wait=20ms", WORK).text("seen")).isEqualTo("false");
        assertThat(post(SUBMIT, WORK).text("seen")).isEqualTo("false");
        assertThat(post(SUBMIT + "?wait=30s1ms", WORK).text("field")).isEqualTo("wait");
        assertThat(sent()).hasSize(3);
    }

    @Test
    void aCancelIsWrittenWithItsReasonAndSeen() {
        String cancel = SUBMIT + "/" + MemoryRuns.RETRYING + "/cancel";
        assertThat(post(cancel + "?dryRun=true", "").text("dryRun")).isEqualTo("true");
        assertThat(cancels()).isEmpty();

        RawAnswer answer = post(cancel + "?wait=5s", "{\"reason\":\"it is wrong\"}");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text("key")).isEqualTo(MemoryRuns.RETRYING.toString());
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(cancels()).hasSize(1);
        assertThat(cancels().get(0).subject()).isEqualTo(MemoryRuns.RETRYING.toString());
        assertThat(cancels().get(0).reason()).isEqualTo("it is wrong");
        assertThat(cancels().get(0).by()).isEqualTo("console");
        assertThat(post(SUBMIT + "/nobody:2026-11-18T05:00:00Z/cancel", "").text("code"))
                .isEqualTo("NO_SUCH_RUN");
    }

    @Test
    void workWhoseTaskIsNotKeptCanNotBeRetried() {
        RawAnswer answer = post(SUBMIT + "/" + MemoryRuns.WITHOUT_TASK + "/retry", "");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("NOTHING_TO_REPEAT");
        assertThat(answer.text("value")).isEqualTo(MemoryRuns.WITHOUT_TASK.toString());
        assertThat(post(SUBMIT + "/" + MemoryRuns.DONE + "/retry", "{\"reason\":\"so\"}")
                        .text("field"))
                .isEqualTo("reason");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aRetryIsTheSameWorkAsAFirstAttempt() {
        assertThat(post(SUBMIT + "/" + MemoryRuns.DONE + "/retry?dryRun=true", "")
                        .status())
                .isEqualTo(202);
        assertThat(sent()).isEmpty();

        RawAnswer answer = post(SUBMIT + "/" + MemoryRuns.DONE + "/retry?wait=5s", "");

        Task again = sent().get(0).read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(String.valueOf(again.key())).isEqualTo(answer.text("key"));
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.nominalTime()).isEqualTo("2026-11-18T05:00:00Z");
        assertThat(again.work().payload().text()).isEqualTo("{\"url\":\"http://localhost\"}");
    }
}
