package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An equal definition is applied again to a schedule whose definition the trigger does not use. */
final class ApplyAgainTest {
    private static final String BROKEN = ",'brokenCode':'UNKNOWN_QUEUE','brokenMessage':'queue: it has no topics'";
    private static final String PAUSED_ITSELF =
            ",'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 failures in a row'";

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;

    @AfterEach
    void close() {
        cluster.close();
    }

    private static Schedule schedule(String taskId, String more) {
        String json = "{'taskId':'" + taskId + "','type':'ring','every':'1h'" + more + "}";
        return Kind.SCHEDULE.decode(bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** The trigger's marker after it has read that version. */
    private void marked(String taskId, long version, String more) {
        state(
                taskId,
                bytes("{'taskId':'" + taskId + "','version':" + version + ",'position':" + (version + 1)
                        + ",'floor':{'due':'1970-01-01T00:00:00Z'}" + more + "}"));
    }

    private void state(String key, byte @Nullable [] value) {
        cluster.log.put(new OutgoingRecord(
                NAMES.triggerState(), 0, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }

    private List<ReceivedRecord> written() {
        return cluster.log.all(NAMES.schedules());
    }

    @Test
    void aBrokenOneIsWrittenAgain() {
        ApplyResult created = client.apply(schedule("bell", ""));
        marked("bell", created.version(), BROKEN);

        ApplyResult again = client.apply(schedule("bell", ""));

        assertThat(again.change()).isEqualTo(Change.CHANGED);
        assertThat(again.version()).isEqualTo(1);
        assertThat(written()).hasSize(2);
        assertThat(cluster.log.all(NAMES.audit()))
                .extracting(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).map(AuditEntry::action))
                .hasSize(2);
    }

    @Test
    void aParkedOneIsWrittenAgain() {
        client.apply(schedule("bell", ""));
        marked(
                "bell",
                0,
                ",'brokenCode':'EVALUATION_FAILED','brokenMessage':'no luck','brokenSince':'2026-11-18T05:00:00Z'");
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.CHANGED);
    }

    @Test
    void onceTheTriggerHasItInForceItIsUnchanged() {
        client.apply(schedule("bell", ""));
        marked("bell", 0, BROKEN);
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.CHANGED);
        // The trigger has not read the repeated definition yet: the marker covers the record before it.
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
        marked("bell", 1, "");
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
        marked("bell", 1, BROKEN);
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.CHANGED);
        state("bell", null);
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
    }

    @Test
    void oneThatPausedItselfIsResumedBySayingEnabledOnly() {
        client.apply(schedule("bell", ",'pauseAfterFailures':3"));
        marked("bell", 0, PAUSED_ITSELF);

        assertThat(client.apply(schedule("bell", ",'pauseAfterFailures':3")).change())
                .isEqualTo(Change.UNCHANGED);
        assertThat(client.apply(schedule("bell", ",'pauseAfterFailures':3,'enabled':true"))
                        .change())
                .isEqualTo(Change.CHANGED);
        assertThat(written()).hasSize(2);
    }

    @Test
    void onePausedByItsDefinitionAsWellStaysPaused() {
        String paused = ",'pauseAfterFailures':3,'enabled':false";
        client.apply(schedule("bell", paused));
        marked("bell", 0, PAUSED_ITSELF);
        assertThat(client.apply(schedule("bell", paused)).change()).isEqualTo(Change.UNCHANGED);
    }

    @Test
    void ofManyOnlyThoseOutOfForceAreWritten() {
        List<Schedule> many =
                IntStream.range(0, 50).mapToObj(n -> schedule("job-" + n, "")).toList();
        client.applyAll(many);
        state("shard/0", bytes("{'brokenCode':'NONE'}"));
        state("job-6", bytes("rubbish"));
        marked("job-7", 7, BROKEN);
        marked("job-8", 8, PAUSED_ITSELF);
        marked("elsewhere", 9, BROKEN);

        List<ApplyResult> again = client.applyAll(many);

        assertThat(again)
                .filteredOn(one -> one.change() != Change.UNCHANGED)
                .extracting(ApplyResult::taskId)
                .containsExactly("job-7");
        assertThat(written()).hasSize(51);
    }

    @Test
    void theMarkersAreReadOnceForACallAndOnlyIfSomethingIsEqual() {
        List<Schedule> many =
                IntStream.range(0, 50).mapToObj(n -> schedule("job-" + n, "")).toList();
        state("shard/0", bytes("{}"));
        client.applyAll(many);
        int before = cluster.log.follows();
        client.applyAll(many.subList(0, 1));
        assertThat(cluster.log.follows()).isEqualTo(before + 1);
        client.applyAll(many);
        assertThat(cluster.log.follows()).isEqualTo(before + 1);
        state("shard/0", bytes("{}"));
        client.apply(schedule("job-1", ",'payload':1"));
        assertThat(cluster.log.follows()).isEqualTo(before + 1);
        client.applyAll(many.subList(2, 50));
        assertThat(cluster.log.follows()).isEqualTo(before + 2);
    }

    @Test
    void withoutAnyMemoryWhatIsEqualIsUnchanged() {
        cluster.log.deleteTopic(NAMES.triggerState());
        client.apply(schedule("bell", ""));
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
        cluster.log.create(NAMES.triggerState(), 1);
        marked("bell", 0, BROKEN);
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.CHANGED);
    }

    /** The topic was deleted and created again; another program has applied as many definitions to the new one. */
    @Test
    void afterTheTopicWasCreatedAgainNothingOfTheOldOneIsUnchanged() {
        client.apply(schedule("bell", ""));
        marked("bell", 0, "");
        cluster.log.deleteTopic(NAMES.schedules());
        cluster.log.create(NAMES.schedules(), 1);
        cluster.log.put(new OutgoingRecord(
                NAMES.schedules(), 0, bytes("horn"), Kind.SCHEDULE.encode(schedule("horn", "")), HeaderList.none()));

        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.CREATED);
        assertThat(client.apply(schedule("horn", "")).change()).isEqualTo(Change.UNCHANGED);
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
    }

    @Test
    void theEndsOfSchedulesAndMarkersAreOneQuestion() {
        client.apply(schedule("bell", ""));
        client.apply(schedule("bell", ""));
        int before = cluster.log.asked();
        assertThat(client.apply(schedule("bell", "")).change()).isEqualTo(Change.UNCHANGED);
        assertThat(cluster.log.asked()).isEqualTo(before + 1);
    }
}
