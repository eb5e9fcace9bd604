package dev.carillon.console.history.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which facts a record gives, and that no record of another program can stop the history. */
final class RecordReaderTest {
    private static final TopicNames NAMES = Written.NAMES;

    private final Written written = new Written();
    private final RecordReader reader = new RecordReader(NAMES);

    private List<RecordFacts> last() {
        return reader.read(written.records().get(written.records().size() - 1));
    }

    private List<RecordFacts> read(String topic, @Nullable String key, @Nullable String json) {
        return read(topic, key, json, Map.of());
    }

    private List<RecordFacts> read(
            String topic, @Nullable String key, @Nullable String json, Map<String, String> headers) {
        written.put(
                topic, key, json == null ? null : json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), headers);
        return last();
    }

    @Test
    void aTaskMadeByHandIsNamedByItsPosition() {
        String topic = NAMES.tasks("default", Priority.HIGH);
        written.put(
                topic,
                "report",
                "{\"taskId\":\"report\",\"type\":\"shell\"}".getBytes(StandardCharsets.UTF_8),
                Map.of());
        ReceivedRecord record = written.records().get(0);

        assertThat(last()).singleElement().isInstanceOfSatisfying(RecordFacts.OfRun.class, run -> assertThat(
                        run.key().toString())
                .isEqualTo("report:2026-11-18T06:00:00Z~default.high-" + record.partition() + "-0"));
        assertThatThrownBy(() -> read(NAMES.released("default"), "report", "{'taskId':'report','type':'shell'}"))
                .as("nobody may put such a task there")
                .isInstanceOf(ContractException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "carillon.settings",
                "carillon.calendars",
                "carillon.trigger-state",
                "other.tasks",
                "carillon.tasks.a.b"
            })
    void topicsThatAreNotTheHistorysGiveNothing(String topic) {
        assertThat(read(topic, "report", "{")).isEmpty();
        assertThat(HistoryTopic.of(topic, NAMES)).isEmpty();
    }

    @Test
    void queuesOfAnyNameAreRead() {
        assertThat(HistoryTopic.of(NAMES.released("workers"), NAMES)).contains(HistoryTopic.RELEASED);
        assertThat(HistoryTopic.of(NAMES.tasks("schedules", Priority.LOW), NAMES))
                .contains(HistoryTopic.TASKS_LOW);
        assertThat(HistoryTopic.of(new TopicNames("other").results(), NAMES)).isEqualTo(Optional.empty());
    }

    @Test
    void leasesAndChecksAmongResultsAreNoResults() {
        ExecutionKey key = written.key("report");
        WorkerRef worker = new WorkerRef("w", "i");
        written.put(
                NAMES.results(),
                null,
                Kind.LEASE.encode(new Lease(worker, Map.of())),
                Map.of(Headers.KIND, Headers.KIND_LEASE));
        assertThat(last()).isEmpty();
        written.put(
                NAMES.results(),
                key,
                Kind.CHECK.encode(new Check(key, 1, Check.Subject.WORKER, worker, Map.of())),
                Map.of(Headers.KIND, Headers.KIND_CHECK));
        assertThat(last()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandKind.class,
            names = {"RUN_NOW", "SKIP_NEXT", "CANCEL_BACKFILL"})
    void onlyCancelIsACommandForAnExecution(CommandKind kind) {
        Command command = Command.of(kind, "report", Written.BEGIN, null);
        written.put(NAMES.control(), "report", Kind.COMMAND.encode(command), Map.of());
        assertThat(last()).isEmpty();

        written.cancelAsked(written.key("report"));
        assertThat(last()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'applied':'all'}",
                "{'applied':[]}",
                "{'applied':[{}, 7, null, 'x', []]}",
                "{'applied':[{'taskId':7,'position':1}]}",
                "{'applied':[{'taskId':'report','position':'1'}]}",
                "{'applied':[{'taskId':'report','position':1.5}]}",
                "{'applied':[{'taskId':'report','position':1e300}]}",
                "{'applied':[{'taskId':'report','position':99999999999999999999}]}"
            })
    void whatTheTriggerDidNotSayClearlyAppliesNothing(String data) {
        written.event(EventType.SCHEDULE_APPLIED, "trigger-0", RawJson.parse(data.replace('\'', '"')));
        assertThat(last()).allSatisfy(facts -> assertThat(((RecordFacts.OfApplied) facts).positions())
                .isEmpty());
    }

    @Test
    void ofDefinitionsAppliedTwiceTheLaterPositionCounts() {
        String applied =
                "{'applied':[{'taskId':'a','position':7},{'taskId':'a','position':3},{'taskId':'b','position':0}]}";
        written.event(EventType.SCHEDULE_APPLIED, "trigger-0", RawJson.parse(applied.replace('\'', '"')));
        assertThat(last()).singleElement().isInstanceOfSatisfying(RecordFacts.OfApplied.class, facts -> assertThat(
                        facts.positions())
                .containsOnly(Map.entry("a", 7L), Map.entry("b", 0L)));
    }

    @Test
    void anEventAboutNoExecutionIsUnreadableIfItHasToNameOne() {
        written.event(EventType.STARTED, "not a key", null);
        assertThatThrownBy(this::last).isInstanceOf(ContractException.class);
        written.event(EventType.LEADER_ELECTED, "not a key", null);
        assertThat(last()).isEmpty();
    }

    private List<RecordFacts> marked(String subject, String action, @Nullable String before) {
        AuditEntry entry = new AuditEntry(
                subject,
                action,
                Written.BEGIN,
                null,
                null,
                before == null ? null : RawJson.parse(before.replace('\'', '"')),
                RawJson.parse("{\"key\":\"report:new\"}"),
                Map.of());
        written.put(NAMES.audit(), subject, Kind.AUDIT_ENTRY.encode(entry), Map.of());
        return last();
    }

    @Test
    void replayAndDropMarkADeadLetter() {
        String before = "{'appended':'2026-11-18T05:00:00.123Z'}";
        assertThat(marked("dead-letters-2@17", "replay-dead-letter", before))
                .containsExactly(new RecordFacts.OfMark(
                        2, 17, Instant.parse("2026-11-18T05:00:00.123Z"), true, "report:new", Written.BEGIN));
        assertThat(marked("dead-letters-2@17", "drop-dead-letter", before))
                .singleElement()
                .satisfies(mark ->
                        assertThat(((RecordFacts.OfMark) mark).replayed()).isFalse());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dead-letters-2@",
                "dead-letters-2@x",
                "dead-letters--2@17",
                "dead-letters-9999999@17",
                "dead-letters-2@9999999999999999999",
                "results-2@17",
                "2@17"
            })
    void entriesAboutNoPositionMarkNothing(String subject) {
        assertThat(marked(subject, "drop-dead-letter", "{'appended':'2026-11-18T05:00:00Z'}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "7",
                "[]",
                "null",
                "{'appended':17}",
                "{'appended':'yesterday'}",
                "{'appended':'+1000000000-12-31T23:59:59.999999999Z'}",
                "{'appended':'-1000000000-01-01T00:00:00Z'}"
            })
    void entriesWithoutAnAppendTimeMarkNothing(String before) {
        assertThat(marked("dead-letters-2@17", "drop-dead-letter", before)).isEmpty();
        assertThat(marked("dead-letters-2@17", "drop-dead-letter", null)).isEmpty();
    }

    @Test
    void otherActionsMarkNothing() {
        assertThat(marked("dead-letters-2@17", "schedule-changed", "{'appended':'2026-11-18T05:00:00Z'}"))
                .isEmpty();
    }

    private DeadLetterFacts deadLetter(@Nullable String key, Map<String, String> headers) {
        return ((RecordFacts.OfDeadLetter)
                        read(NAMES.deadLetters(), key, "x", headers).get(0))
                .deadLetter();
    }

    @Test
    void aDeadLetterWithoutHeadersIsListedToo() {
        DeadLetterFacts letter = deadLetter(null, Map.of());
        assertThat(letter.cause()).isEqualTo("UNKNOWN");
        assertThat(letter.key()).isEmpty();
        assertThat(letter.taskId()).isEmpty();
        assertThat(letter.message()).isEmpty();
        assertThat(letter.origin()).isNull();
    }

    @Test
    void theTaskOfADeadLetterIsTheBeginningOfItsKey() {
        assertThat(deadLetter("report:2026-11-18T06:00:00Z", Map.of()).taskId()).isEqualTo("report");
        assertThat(deadLetter("report", Map.of()).taskId()).isEqualTo("report");
        assertThat(deadLetter(":", Map.of()).taskId()).isEmpty();
    }

    @Test
    void longKeysAndMessagesOfDeadLettersAreCut() {
        DeadLetterFacts letter = deadLetter("ü".repeat(5_000), Map.of(Headers.CAUSE_MESSAGE, "\u0000".repeat(5_000)));
        assertThat(letter.key()).hasSize(400);
        assertThat(letter.taskId()).hasSize(400);
        assertThat(letter.message()).hasSize(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.5", "99999999999999999999999"})
    void anOriginThatCannotBeReadIsLeftOut(String number) {
        Map<String, String> headers = Map.of(
                Headers.ORIGIN_TOPIC, "carillon.results",
                Headers.ORIGIN_PARTITION, "2",
                Headers.ORIGIN_OFFSET, number,
                Headers.ORIGIN_TIMESTAMP, "1000");
        assertThat(deadLetter("report", headers).origin()).isNull();
        assertThat(deadLetter("report", Map.of(Headers.ORIGIN_TOPIC, "")).origin())
                .isNull();
    }

    @Test
    void aTombstoneOfATopicThatHasNoneIsPassedBy() {
        for (String topic : List.of(NAMES.results(), NAMES.outcomes(), NAMES.events(), NAMES.delayed())) {
            assertThat(read(topic, "report", null)).as(topic).isEmpty();
        }
        assertThat(read(NAMES.schedules(), "report", null)).hasSize(1);
        assertThat(read(NAMES.workers(), "w", null)).hasSize(1);
    }

    @Test
    void stampsNameTheirRecordUpToTheLargestNumbers() {
        RecordStamp stamp = RecordStamp.of(HistoryTopic.AUDIT, 16_383, (1L << 43) - 1, Long.MAX_VALUE);
        assertThat(stamp.partition()).isEqualTo(16_383);
        assertThat(stamp.offset()).isEqualTo((1L << 43) - 1);
        assertThat(stamp.place()).isPositive();
    }

    @Test
    void withinAMillisecondATaskComesBeforeItsResultAndOutcome() {
        RecordStamp task = RecordStamp.of(HistoryTopic.TASKS_URGENT, 9, 1_000_000, 5);
        RecordStamp result = RecordStamp.of(HistoryTopic.RESULTS, 0, 0, 5);
        RecordStamp outcome = RecordStamp.of(HistoryTopic.OUTCOMES, 0, 0, 5);
        assertThat(List.of(outcome, result, task).stream().sorted().toList()).containsExactly(task, result, outcome);
        assertThat(RecordStamp.of(HistoryTopic.OUTCOMES, 0, 0, 4).isBefore(task))
                .isTrue();
    }

    @Test
    void ofTheRecordsOfAnExecutionTheEarliestTwoHundredAreNamed() {
        RecordPlaces places = new RecordPlaces();
        for (int i = 500; i > 0; i--) {
            places.add(RecordStamp.of(HistoryTopic.RESULTS, 0, i, i), "results");
            places.add(RecordStamp.of(HistoryTopic.RESULTS, 0, i, i), "results");
        }
        assertThat(places.all()).hasSize(RecordPlaces.MOST);
        assertThat(places.all().get(0).stamp().at()).isEqualTo(1);
        assertThat(places.all().get(RecordPlaces.MOST - 1).stamp().at()).isEqualTo(RecordPlaces.MOST);
    }
}
