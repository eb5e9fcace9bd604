package dev.carillon.console.api.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.AtOnce;
import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters over REST, listed by a real history. */
final class DeadLettersResourceTest {
    private static final String LETTERS = "/v1/dead-letters/";
    private static final String FIRST = "dead-letters-0@0";
    private static final String TASK =
            "{\"taskId\":\"report\",\"execTime\":\"2026-11-18T04:00:00Z\",\"type\":\"http\"}";
    private static final int RACERS = 6;

    private final RunningConsole console;

    DeadLettersResourceTest(@TempDir Path dir) {
        console = RunningConsole.recorded(dir);
    }

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer post(String path, String body) {
        return console.ask("POST", LETTERS + path, body);
    }

    private List<ReceivedRecord> sent() {
        return console.log.all(RunningConsole.NAMES.tasks("default", Priority.NORMAL));
    }

    private static void refused(RawAnswer answer, String why) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("LETTER_REFUSED");
        assertThat(answer.text("detail")).contains(why);
        assertThat(answer.text("fix")).isNotEmpty();
    }

    @Test
    void aReplayIsANewExecutionThatNamesTheOldOne() {
        assertThat(console.get(LETTERS + FIRST).text("replayable")).isEqualTo("true");

        RawAnswer answer = post(FIRST + "/replay?wait=5s", "{\"reason\":\"it is mended\"}");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text("seen")).isEqualTo("true");
        Task task = sent().get(0).read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(String.valueOf(task.key())).isEqualTo(answer.text("key"));
        assertThat(task.metadata()).containsEntry("replay-of", "report:2026-11-18T04:00:00Z");
        assertThat(task.nominalTime()).isEqualTo("2026-11-18T04:00:00Z");
        AuditEntry mark = console.audited().get(0);
        assertThat(mark.subject()).isEqualTo(FIRST);
        assertThat(mark.by()).isEqualTo("console");
        assertThat(mark.reason()).isEqualTo("it is mended");
        RawAnswer run = console.get("/v1/executions/" + answer.text("key"));
        assertThat(run.text("replayOf")).isEqualTo("report:2026-11-18T04:00:00Z");
    }

    @Test
    void whatWasReplayedIsNotReplayedOrDroppedAgain() {
        String key = post(FIRST + "/replay", "").text("key");

        for (String again : List.of("/replay", "/replay?dryRun=true", "/drop", "/drop?dryRun=true")) {
            refused(post(FIRST + again, ""), "it was replayed as " + key + " by console");
        }
        RawAnswer shown = console.get(LETTERS + FIRST);
        assertThat(shown.text("standing")).isEqualTo("REPLAYED");
        assertThat(shown.text("replayedAs")).isEqualTo(key);
        assertThat(shown.text("replayable")).isEqualTo("false");
        assertThat(shown.text("whyNot")).isEqualTo("it was replayed as " + key);
        assertThat(sent()).hasSize(1);
        assertThat(console.audited()).hasSize(1);
    }

    @Test
    void whatWasDroppedIsNotReplayedOrDroppedAgainAndLeftOutOfLists() {
        RawAnswer answer = post(FIRST + "/drop?wait=5s", "{\"reason\":\"nobody needs it\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("position")).isEqualTo(FIRST);
        assertThat(answer.text("seen")).isEqualTo("true");
        for (String again : List.of("/replay", "/replay?dryRun=true", "/drop", "/drop?dryRun=true")) {
            refused(post(FIRST + again, ""), "it was dropped by console: nobody needs it");
        }
        assertThat(console.get(LETTERS + FIRST).text("whyNot")).isEqualTo("it was dropped");
        assertThat(console.get("/v1/dead-letters").json().get("items")).hasSize(1);
        assertThat(console.get("/v1/dead-letters?all=true").json().get("items")).hasSize(2);
        assertThat(sent()).isEmpty();
    }

    @Test
    void ofManyReplaysAndDropsAtOnceOneCounts() {
        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> post(FIRST + (n % 2 == 0 ? "/replay" : "/drop"), ""));

        assertThat(AtOnce.count(answers, 409)).isEqualTo(RACERS - 1);
        assertThat(console.audited()).hasSize(1);
        assertThat(sent()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void aDryRunChecksAndWritesNothing() {
        RawAnswer replay = post(FIRST + "/replay?dryRun=true&wait=30s", "");
        RawAnswer drop = post(FIRST + "/drop?dryRun=true&wait=30s", "");

        assertThat(replay.text("key")).startsWith("report:2026-11-18T06:00:00.");
        assertThat(replay.text("seen")).isEqualTo("false");
        assertThat(drop.text("dryRun")).isEqualTo("true");
        assertThat(sent()).isEmpty();
        assertThat(console.audited()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{`                                      | results   | it is no task that can be run",
                "`[]`                                     | results   | it is no task that can be run",
                "`{\"taskId\":\"report\"}`                | results   | type: is missing",
                "`{\"taskId\":\"a\",\"type\":\"b\",\"queue\":\"gone\"}` | results | its queue gone has no topics",
                "`{\"taskId\":\"a\",\"type\":\"b\",\"every\":\"1h\"}` | schedules | it is a schedule",
                "`{\"command\":\"cancel\",\"subject\":\"a\"}` | control | it is a command",
                "                                         | results   | it has no value"
            })
    void aRecordThatIsNoTaskCanBeDroppedButNotReplayed(String value, String topic, String why) {
        String position = console.letter(value, Map.of("cause", "BAD_JSON", "origin-topic", "carillon." + topic));

        RawAnswer shown = console.get(LETTERS + position);
        assertThat(shown.text("replayable")).isEqualTo("false");
        assertThat(shown.text("whyNot")).contains(why);
        refused(post(position + "/replay?dryRun=true", ""), why);
        refused(post(position + "/replay", ""), why);
        assertThat(sent()).isEmpty();
        assertThat(post(position + "/drop", "").status()).isEqualTo(200);
    }

    @Test
    void bytesThatAreNoTextAreShownAsFarAsTheyCanBe() {
        String position = console.letter("\u0000\u00ffabc\u001b[31m", Map.of("cause", "BAD_JSON"));

        RawAnswer shown = console.get(LETTERS + position);

        assertThat(shown.json().at("/record/text").stringValue()).isEqualTo("\u0000\ufffdabc\u001b[31m");
        assertThat(shown.json().at("/record/bytes").intValue()).isEqualTo(10);
        assertThat(shown.json().at("/record").has("value")).isFalse();
    }

    @Test
    void oneThatTheTopicKeepsNoMoreIsShownWithoutItsRecord() {
        assertThat(console.get("/v1/dead-letters").json().get("items")).hasSize(2);
        console.log.deleteBefore(RunningConsole.NAMES.deadLetters(), 0, 1);

        RawAnswer shown = console.get(LETTERS + FIRST);

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().at("/record/gone").booleanValue()).isTrue();
        assertThat(shown.text("whyNot")).isEqualTo("the topic does not keep it any more");
        for (String path : List.of("/replay", "/replay?dryRun=true", "/drop", "/drop?dryRun=true")) {
            RawAnswer answer = post(FIRST + path, "");
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.text("code")).isEqualTo("NO_SUCH_LETTER");
        }
        assertThat(console.audited()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0@0",
                "carillon.dead-letters-0@0",
                "dead-letters-0",
                "dead-letters-0@",
                "dead-letters-@0",
                "dead-letters--1@0",
                "dead-letters-0@-1",
                "dead-letters-0@0x",
                "dead-letters-1000000@0",
                "dead-letters-0@1000000000000000000",
                "dead-letters-%D9%A0@0",
                "dead-letters-0@0%20",
                "report:now"
            })
    void aPositionThatIsNoneIsRefusedInEachPath(String position) {
        for (RawAnswer answer : List.of(
                console.get(LETTERS + position), post(position + "/replay", ""), post(position + "/drop", ""))) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).isEqualTo("BAD_PARAMETER");
            assertThat(answer.text("field")).isEqualTo("position");
            assertThat(answer.text("limit")).isEqualTo("dead-letters-3@17");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dead-letters-0@2",
                "dead-letters-1@0",
                "dead-letters-999999@0",
                "dead-letters-0@999999999999999999"
            })
    void aPositionWithoutADeadLetterIsNotFound(String position) {
        for (RawAnswer answer : List.of(
                console.get(LETTERS + position),
                post(position + "/replay", ""),
                post(position + "/drop?dryRun=true", ""))) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text("code")).isEqualTo("NO_SUCH_LETTER");
            assertThat(answer.text("detail")).contains(position);
        }
    }

    @Test
    void aReplayThatAnotherProcessFencesIsNotMarkedAndCanBeTriedAgain() {
        console.fenced = true;
        for (String path : List.of("/replay", "/drop")) {
            RawAnswer answer = post(FIRST + path, "");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text("code")).isEqualTo("NOT_WRITTEN");
        }
        console.fenced = false;

        assertThat(post(FIRST + "/replay", "").status()).isEqualTo(202);
        assertThat(sent()).hasSize(1);
        assertThat(console.audited()).hasSize(1);
    }

    @Test
    void theBodyHasAReasonAndNothingElse() {
        for (String path : List.of(FIRST + "/replay", FIRST + "/drop")) {
            assertThat(post(path, "{\"again\":true}").text("field")).isEqualTo("again");
            assertThat(post(path, "{\"reason\":7}").text("code")).isEqualTo("WRONG_TYPE");
            assertThat(post(path, "{\"reason\":\"" + "x".repeat(Limits.MESSAGE + 1) + "\"}")
                            .text("code"))
                    .isEqualTo("TEXT_TOO_LONG");
            assertThat(post(path, "[]").text("code")).isEqualTo("NOT_AN_OBJECT");
            assertThat(post(path + "?force=true", "").text("code")).isEqualTo("UNKNOWN_PARAMETER");
        }
        assertThat(console.audited()).isEmpty();
    }

    @Test
    void aListIsFilteredAndItsPagesFollowEachOther() {
        console.clock.advance(java.time.Duration.ofMinutes(1));
        console.letter(TASK, Map.of("cause", "BAD_JSON"));
        console.letter(TASK, Map.of("cause", "BAD_JSON"));

        RawAnswer first = console.get("/v1/dead-letters?limit=3");
        RawAnswer second = console.get("/v1/dead-letters?limit=3&cursor=" + first.text("next"));

        assertThat(first.json().get("items")).hasSize(3);
        assertThat(first.json().at("/items/0/position").stringValue()).isEqualTo("dead-letters-0@3");
        assertThat(second.json().get("items")).hasSize(1);
        assertThat(second.json().has("next")).isFalse();
        assertThat(console.get("/v1/dead-letters?cause=BAD_JSON").json().get("items"))
                .hasSize(2);
        assertThat(console.get("/v1/dead-letters?cause=bad_json").json().get("items"))
                .isEmpty();
        assertThat(console.get("/v1/dead-letters?taskId=report").json().get("items"))
                .hasSize(4);
        assertThat(console.get("/v1/dead-letters?taskId=repor").json().get("items"))
                .isEmpty();
        assertThat(console.get("/v1/dead-letters?since=2026-11-18T06:01:00Z")
                        .json()
                        .get("items"))
                .hasSize(2);
        assertThat(console.get("/v1/dead-letters?until=2026-11-18T06:01:00Z")
                        .json()
                        .get("items"))
                .hasSize(2);
    }
}
