package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of exactly the largest size are sent; with one more byte they are refused, and nothing is written. */
final class SizeDoorsTest {
    private static final Submission RING = Submission.of("ring");

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;

    @AfterEach
    void close() {
        cluster.close();
    }

    /** A JSON text of exactly this many bytes, with as many of the character as fit. */
    private static String text(String character, int bytes) {
        int each = character.getBytes(StandardCharsets.UTF_8).length;
        int room = bytes - 2;
        return '"' + "x".repeat(room % each) + character.repeat(room / each) + '"';
    }

    private List<ReceivedRecord> tasks() {
        return cluster.log.all(NAMES.tasks("default", Priority.NORMAL));
    }

    private List<ReceivedRecord> schedules() {
        return cluster.log.all(NAMES.schedules());
    }

    private static void refused(ThrowingCallable call, ErrorCode code, String field, int limit) {
        ContractException refused = catchThrowableOfType(ContractException.class, call);
        assertThat(refused).as("accepted").isNotNull();
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessageContaining((limit + 1) + " bytes").hasMessageContaining("" + limit);
        assertThat(refused.limit()).isEqualTo("at most " + limit + " bytes");
        assertThat(refused.fix()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "漢", "😀"})
    void payloadOfTheLargestSizeIsSubmittedAndOneByteMoreIsNot(String character) {
        Submission largest = RING.payload(text(character, Limits.PAYLOAD_BYTES));
        Submission larger = RING.payload(text(character, Limits.PAYLOAD_BYTES + 1));
        client.submit(largest);
        assertThat(tasks()).singleElement().satisfies(sent -> {
            Task task = sent.read(Kind.TASK::ifReadable).orElseThrow();
            assertThat(task.work().payload()).isEqualTo(largest.work().payload());
        });
        refused(() -> client.submit(larger), ErrorCode.PAYLOAD_TOO_LARGE, "payload", Limits.PAYLOAD_BYTES);
        refused(() -> client.submitSoon(larger), ErrorCode.PAYLOAD_TOO_LARGE, "payload", Limits.PAYLOAD_BYTES);
        assertThat(tasks()).hasSize(1);
        // Of many, those before the refused one are sent, and none after it.
        refused(
                () -> client.submitAll(List.of(RING, largest, larger, RING)),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "payload",
                Limits.PAYLOAD_BYTES);
        assertThat(tasks()).hasSize(3);
    }

    @Test
    void scheduleWithThePayloadOfTheLargestSizeIsAppliedAndOneByteMoreIsNot() {
        Schedule largest = schedule("largest", text("é", Limits.PAYLOAD_BYTES));
        assertThat(client.apply(largest).change()).isEqualTo(Change.CREATED);
        assertThat(client.apply(largest).change()).isEqualTo(Change.UNCHANGED);
        Schedule larger = Schedule.of(
                "larger",
                largest.when(),
                RING.payload(text("é", Limits.PAYLOAD_BYTES + 1)).work());
        refused(() -> client.apply(larger), ErrorCode.PAYLOAD_TOO_LARGE, "payload", Limits.PAYLOAD_BYTES);
        refused(
                () -> client.applyAll(List.of(schedule("small", "1"), larger)),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "payload",
                Limits.PAYLOAD_BYTES);
        assertThat(schedules()).extracting(ReceivedRecord::keyText).doesNotHaveDuplicates();
        assertThat(cluster.log.all(NAMES.audit()))
                .extracting(entry -> entry.read(Kind.AUDIT_ENTRY::ifReadable).map(AuditEntry::subject))
                .doesNotHaveDuplicates();
        assertThat(client.apply(schedule("largest", "1")).change()).isEqualTo(Change.CHANGED);
    }

    @Test
    void definitionMayFillItsRecordToTheLastByte() {
        client.apply(crowded(0));
        int room = Limits.TASK_BYTES - size(0);
        assertThat(client.apply(crowded(room)).change()).isEqualTo(Change.CHANGED);
        assertThat(size(1)).isEqualTo(Limits.TASK_BYTES);
        assertThat(client.apply(crowded(room)).change()).isEqualTo(Change.UNCHANGED);
        refused(() -> client.apply(crowded(room + 1)), ErrorCode.RECORD_TOO_LARGE, "schedule", Limits.TASK_BYTES);
        assertThat(schedules()).hasSize(2);
        // Pausing it adds a reason, for which the record has no room.
        ContractException paused =
                catchThrowableOfType(ContractException.class, () -> client.pause("crowded", "the disk is full"));
        assertThat(paused.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE);
        assertThat(schedules()).hasSize(2);
        assertThat(client.apply(crowded(0)).change()).isEqualTo(Change.CHANGED);
    }

    private int size(int number) {
        byte[] value = schedules().get(number).value();
        return value == null ? 0 : value.length;
    }

    private static Schedule schedule(String taskId, String payload) {
        return Kind.SCHEDULE.decode(
                ("{\"taskId\":\"" + taskId + "\",\"type\":\"ring\",\"every\":\"1h\",\"payload\":" + payload + "}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static Schedule crowded(int payload) {
        String parents = IntStream.range(0, Limits.DEPENDENCIES)
                .mapToObj(n -> '"' + Integer.toString(n) + "-".repeat(195) + '"')
                .collect(Collectors.joining(",", "[", "]"));
        return Kind.SCHEDULE.decode(("{\"taskId\":\"crowded\",\"type\":\"ring\",\"dependsOn\":" + parents
                        + ",\"payload\":\"" + "y".repeat(payload) + "\",\"later\":\"" + "z".repeat(65_000) + "\"}")
                .getBytes(StandardCharsets.UTF_8));
    }
}
