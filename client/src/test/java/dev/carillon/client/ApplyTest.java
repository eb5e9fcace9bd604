package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ApplyTest {
    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;

    @AfterEach
    void close() {
        cluster.close();
    }

    private static Schedule read(String json) {
        return Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    /** A definition of the bell with more fields, each preceded by a comma. */
    private static Schedule bell(String more) {
        return read("{\"taskId\":\"bell\",\"type\":\"ring\",\"every\":\"1h\"" + more + "}");
    }

    private List<ReceivedRecord> written() {
        return cluster.log.all(NAMES.schedules());
    }

    private Schedule last() {
        return written()
                .get(written().size() - 1)
                .read(Kind.SCHEDULE::ifReadable)
                .orElseThrow();
    }

    private List<AuditEntry> audit() {
        return cluster.log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
    }

    @Test
    void createdChangedAndUnchangedAreDistinguished() {
        ApplyResult created = client.apply(bell(",\"payload\":1"));
        assertThat(created.change()).isEqualTo(Change.CREATED);
        assertThat(created.version()).isZero();
        assertThat(created.schedule().createdAt()).isEqualTo(NOW);

        ApplyResult changed = client.apply(bell(",\"payload\":2"));
        assertThat(changed.change()).isEqualTo(Change.CHANGED);
        assertThat(changed.version()).isEqualTo(1);

        ApplyResult unchanged = client.apply(bell(",\"payload\":2"));
        assertThat(unchanged.change()).isEqualTo(Change.UNCHANGED);
        assertThat(unchanged.version()).isEqualTo(1);
        assertThat(unchanged.schedule()).isEqualTo(last());
    }

    @Test
    void theSameMeaningInAnotherOrderWritesNeitherScheduleNorAudit() {
        client.apply(bell(",\"payload\":{\"a\":1,\"b\":[1.50,\"x\"]},\"labels\":{\"p\":\"1\",\"q\":\"2\"},"
                + "\"retry\":{\"maxRetries\":5},\"new\":{\"c\":1,\"d\":2}"));
        cluster.clock.advance(Duration.ofMinutes(1));

        ApplyResult again = client.apply(read("{\"new\":{\"d\":2,\"c\":1},"
                + "\"retry\":{\"maxRetries\":5.0,\"delay\":\"10s\"},"
                + "\"labels\":{\"q\":\"2\",\"p\":\"1\"},\"payload\": {\"b\": [1.5, \"\\u0078\"], \"a\": 1},"
                + "\"every\":\"60m\",\"type\":\"ring\",\"taskId\":\"bell\"}"));

        assertThat(again.change()).isEqualTo(Change.UNCHANGED);
        assertThat(written()).hasSize(1);
        assertThat(audit()).hasSize(1);
    }

    @Test
    void anotherMeaningIsNeverTakenForTheSame() {
        client.apply(bell(",\"payload\":{\"a\":[1,2],\"n\":0.1}"));
        for (String payload : List.of(
                "{\"a\":[2,1],\"n\":0.1}",
                "{\"a\":[2,1],\"n\":0.10000000000000000555}",
                "{\"a\":[2,1],\"n\":\"0.1\"}",
                "{\"a\":[2,1]}",
                "null")) {
            assertThat(client.apply(bell(",\"payload\":" + payload)).change())
                    .as(payload)
                    .isEqualTo(Change.CHANGED);
        }
        assertThat(client.apply(bell(",\"payload\":null,\"version\":7")).change())
                .isEqualTo(Change.CHANGED);
    }

    @Test
    void whatDoesNotSayEnabledLeavesAPausedSchedulePausedForItsReason() {
        client.apply(bell(""));
        client.pause("bell", "the tower is closed");

        assertThat(client.apply(bell("")).change()).isEqualTo(Change.UNCHANGED);
        assertThat(last().enabled()).isFalse();

        assertThat(client.apply(bell(",\"payload\":2")).change()).isEqualTo(Change.CHANGED);
        assertThat(last().enabled()).isFalse();
        assertThat(last().pausedReason()).isEqualTo("the tower is closed");
        assertThat(audit().get(audit().size() - 1).action()).isEqualTo("apply-schedule");

        assertThat(client.applyAll(List.of(bell(""))).get(0).schedule().enabled())
                .isFalse();
    }

    @Test
    void aDefinitionThatNamesEnabledResumes() {
        client.apply(bell(""));
        client.pause("bell", "the tower is closed");

        ApplyResult resumed = client.apply(bell(",\"enabled\":true"));

        assertThat(resumed.change()).isEqualTo(Change.CHANGED);
        assertThat(last().enabled()).isTrue();
        assertThat(last().pausedReason()).isNull();
        assertThat(audit().get(audit().size() - 1).action()).isEqualTo("resume-schedule");
    }

    @Test
    void aDefinitionMadeInJavaNamesEnabledOnlyIfItWasSet() {
        Schedule made = Schedule.of("bell", bell("").when(), bell("").work());
        client.apply(made);
        client.pause("bell", null);
        assertThat(client.apply(made).change()).isEqualTo(Change.UNCHANGED);
        client.apply(made.withEnabled(true, null, NOW));
        assertThat(last().enabled()).isTrue();
    }

    @Test
    void manyAreAppliedInOrderAndTheEntriesOfTheAuditStandBeforeThem() {
        List<String> topics = new ArrayList<>();
        cluster.log.whenAppended(record -> topics.add(record.topic()));
        client.apply(bell(""));
        topics.clear();

        List<ApplyResult> done = client.applyAll(List.of(
                read("{\"taskId\":\"first\",\"type\":\"ring\",\"every\":\"1h\"}"),
                bell(""),
                bell(",\"payload\":1"),
                bell(",\"payload\":1"),
                read("{\"taskId\":\"last\",\"type\":\"ring\",\"every\":\"1h\"}")));

        assertThat(done).extracting(ApplyResult::taskId).containsExactly("first", "bell", "bell", "bell", "last");
        assertThat(done)
                .extracting(ApplyResult::change)
                .containsExactly(Change.CREATED, Change.UNCHANGED, Change.CHANGED, Change.UNCHANGED, Change.CREATED);
        assertThat(done).extracting(ApplyResult::version).containsExactly(1L, 0L, 2L, 2L, 3L);
        assertThat(topics.indexOf(NAMES.schedules())).isEqualTo(2);
        assertThat(topics).hasSize(6);
    }

    @Test
    void ofManyNothingIsWrittenWhereTheAuditCannotBe() {
        cluster.log.deleteTopic(NAMES.audit());
        assertThatThrownBy(() -> client.applyAll(List.of(bell("")))).isInstanceOf(ClientException.class);
        assertThat(written()).isEmpty();
    }

    @Test
    void theTopicIsReadOnceForAnyNumberOfApplies() {
        client.apply(bell(""));
        int before = cluster.log.follows();
        IntStream.range(0, 20).forEach(n -> client.apply(bell(",\"payload\":" + n)));
        client.pause("bell", null);
        client.delete("bell");
        assertThat(client.apply(bell("")).change()).isEqualTo(Change.CREATED);
        assertThat(cluster.log.follows()).isEqualTo(before);
    }

    @Test
    void whatOthersHaveWrittenIsSeenByTheNextCall() {
        client.apply(bell(""));
        byte[] key = "bell".getBytes(StandardCharsets.UTF_8);
        cluster.log.put(new OutgoingRecord(NAMES.schedules(), 0, key, null, HeaderList.none()));
        assertThat(client.apply(bell("")).change()).isEqualTo(Change.CREATED);
        cluster.log.put(new OutgoingRecord(
                NAMES.schedules(), 0, key, Kind.SCHEDULE.encode(bell(",\"payload\":9")), HeaderList.none()));
        assertThat(client.apply(bell(",\"payload\":9")).change()).isEqualTo(Change.UNCHANGED);
        cluster.log.put(new OutgoingRecord(NAMES.schedules(), 0, key, new byte[] {'{'}, HeaderList.none()));
        assertThat(client.apply(bell("")).change()).isEqualTo(Change.CHANGED);
    }
}
