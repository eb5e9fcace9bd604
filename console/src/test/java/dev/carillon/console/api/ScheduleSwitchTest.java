package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pausing and resuming many schedules with one request. */
class ScheduleSwitchTest {
    private static final String PAUSE = "/v1/schedules/pause";
    private static final String RESUME = "/v1/schedules/resume";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private void defined(String taskId, String more) {
        RawAnswer answer = console.ask(
                "PUT",
                "/v1/schedules/" + taskId,
                "{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"cron\":\"0 6 * * *\"" + more + "}");
        assertThat(answer.status()).isEqualTo(201);
    }

    private RawAnswer post(String target, String body) {
        return console.ask("POST", target, body.replace('\'', '"'));
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.schedules());
    }

    private Schedule newest(String taskId) {
        return written().stream()
                .filter(record -> record.keyText().equals(taskId))
                .reduce((one, other) -> other)
                .flatMap(record -> record.read(Kind.SCHEDULE::ifReadable))
                .orElseThrow();
    }

    @Test
    void thoseNamedAreSwitchedAndEachIsAnsweredInItsPlace() {
        defined("a", "");
        defined("b", "");
        defined("c", ",\"enabled\":false");

        RawAnswer answer = post(
                PAUSE + "?wait=5s", "{'taskIds':['b','nowhere','c','a','b','no good'],'reason':'the disk is full'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(IntStream.range(0, 6)
                        .mapToObj(n -> answer.json().at("/items/" + n))
                        .map(item -> item.has("done")
                                ? item.get("done").stringValue()
                                : item.at("/problem/code").stringValue()))
                .containsExactly(
                        "changed", "NO_SUCH_SCHEDULE", "unchanged", "changed", "DUPLICATE_FIELD", "BAD_TASK_ID");
        assertThat(answer.json().at("/items/0/version").intValue()).isEqualTo(3);
        assertThat(answer.json().at("/items/2/version").intValue()).isEqualTo(2);
        assertThat(answer.json().at("/items/1/taskId").stringValue()).isEqualTo("nowhere");
        assertThat(answer.text("changed")).isEqualTo("2");
        assertThat(answer.text("unchanged")).isEqualTo("1");
        assertThat(answer.text("refused")).isEqualTo("3");
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(newest("a").pausedReason()).isEqualTo("the disk is full");
        assertThat(newest("b").enabled()).isFalse();
        assertThat(written()).hasSize(5);
    }

    @Test
    void eachHasItsEntryInTheAuditWithTheReason() {
        defined("a", "");
        defined("b", "");

        post(PAUSE, "{'taskIds':['a','b'],'reason':'the disk is full'}");
        post(RESUME, "{'all':true}");

        List<AuditEntry> entries = console.audited().stream()
                .filter(entry -> !entry.action().equals("apply-schedule"))
                .toList();
        assertThat(entries)
                .extracting(AuditEntry::action)
                .containsExactlyInAnyOrder("pause-schedule", "pause-schedule", "resume-schedule", "resume-schedule");
        assertThat(entries).extracting(AuditEntry::by).containsOnly("console");
        assertThat(entries)
                .filteredOn(entry -> entry.action().equals("pause-schedule"))
                .extracting(AuditEntry::reason)
                .containsOnly("the disk is full");
    }

    @Test
    void labelsStandForThoseThatHaveAllOfThemAndAreNotSwitchedYet() {
        defined("a", ",\"labels\":{\"team\":\"ops\",\"tier\":\"1\"}");
        defined("b", ",\"labels\":{\"team\":\"ops\"}");
        defined("c", ",\"labels\":{\"team\":\"ops\",\"tier\":\"1\"},\"enabled\":false");

        RawAnswer paused = post(PAUSE, "{'labels':{'team':'ops','tier':'1'}}");
        assertThat(paused.json().at("/items").size()).isEqualTo(1);
        assertThat(paused.json().at("/items/0/taskId").stringValue()).isEqualTo("a");

        RawAnswer resumed = post(RESUME, "{'labels':{'team':'ops'}}");
        assertThat(resumed.text("changed")).isEqualTo("2");
        assertThat(newest("c").enabled()).isTrue();
        assertThat(post(RESUME, "{'labels':{'team':'nobody'}}").text("changed")).isEqualTo("0");
    }

    @Test
    void aDryRunWritesNothing() {
        defined("a", "");
        RawAnswer answer = post(PAUSE + "?dryRun=true", "{'taskIds':['a','nowhere']}");
        assertThat(answer.json().at("/items/0/would").stringValue()).isEqualTo("changed");
        assertThat(answer.json().at("/items/0").has("version")).isFalse();
        assertThat(answer.text("refused")).isEqualTo("1");
        assertThat(written()).hasSize(1);
        assertThat(console.audited()).hasSize(1);
    }

    @Test
    void oneWayOfNamingIsNeededAndTheLimitIsNamed() {
        assertThat(post(PAUSE, "{}").text("code")).isEqualTo("MISSING_FIELD");
        assertThat(post(PAUSE, "{'taskIds':['a'],'all':true}").text("code")).isEqualTo("CONFLICTING_FIELDS");
        assertThat(post(RESUME, "{'all':true,'reason':'because'}").text("field"))
                .isEqualTo("reason");
        RawAnswer many = post(
                PAUSE,
                IntStream.rangeClosed(0, 10_000)
                        .mapToObj(n -> "'j" + n + "'")
                        .collect(Collectors.joining(",", "{'taskIds':[", "]}")));
        assertThat(many.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(many.text("detail")).contains("10000");
        assertThat(console.ask("POST", PAUSE, "{\"all\":true}", "If-Match: \"0\"")
                        .text("field"))
                .isEqualTo("If-Match");
        assertThat(written()).isEmpty();
    }

    @Test
    void othersMayAskForItNoMoreThanForASingleOne() {
        defined("a", "");
        for (String target : List.of("/v1/schedules/a/pause", PAUSE, RESUME)) {
            RawAnswer answer = console.ask("POST", target, "{\"all\":true}", "Origin: https://example.org");
            assertThat(answer.status()).as(target).isEqualTo(403);
        }
        assertThat(newest("a").enabled()).isTrue();
    }
}
