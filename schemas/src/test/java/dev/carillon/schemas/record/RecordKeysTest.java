package dev.carillon.schemas.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordKeysTest {
    private static final Task HAND_MADE = task("");
    private static final Task NAMED = task(",\"execTime\":\"2026-11-18T06:00:00Z\"");
    private static final Task PART = task(",\"execTime\":\"2026-11-18T06:00:00Z\",\"sub\":3");
    private static final TopicNames NAMES = new TopicNames("carillon");

    @Test
    void noKeyTheOwnKeyAndTheTaskIdOfAHandMadeTaskAreFine() {
        for (Task task : new Task[] {HAND_MADE, NAMED, PART}) {
            assertThatCode(() -> RecordKeys.check(null, task)).doesNotThrowAnyException();
        }
        assertThatCode(() -> RecordKeys.check(utf8("report"), HAND_MADE)).doesNotThrowAnyException();
        assertThatCode(() -> RecordKeys.check(utf8("report:2026-11-18T06:00:00Z"), NAMED))
                .doesNotThrowAnyException();
        assertThatCode(() -> RecordKeys.check(utf8("report:2026-11-18T06:00:00Z/3"), PART))
                .doesNotThrowAnyException();
    }

    @Test
    void everyOtherKeyIsAMismatch() {
        mismatch("", HAND_MADE);
        mismatch("Report", HAND_MADE);
        mismatch("report:2026-11-18T06:00:00Z", HAND_MADE);
        mismatch("report", NAMED);
        mismatch("report:2026-11-18T06:00:01Z", NAMED);
        mismatch("report:2026-11-18T06:00:00.000Z", NAMED);
        mismatch("report:2026-11-18T06:00:00Z/3", NAMED);
        mismatch("report:2026-11-18T06:00:00Z", PART);
        mismatch("report:2026-11-18T06:00:00Z/03", PART);
        mismatch(new byte[] {(byte) 0xff, 0}, NAMED);
    }

    @Test
    void aHandMadeTaskIsNamedByWhereItLies() {
        Instant appended = Instant.ofEpochMilli(1_763_445_600_123L);
        assertThat(RecordKeys.of(HAND_MADE, appended, NAMES.position("carillon.tasks.my-queue.low", 3, 17)))
                .hasToString("report:" + appended + "~my-queue.low-3-17");
        assertThat(RecordKeys.of(HAND_MADE, appended, NAMES.position("carillon.delayed", 0, 0)))
                .hasToString("report:" + appended + "~delayed-0-0");
        assertThat(RecordKeys.of(NAMED, appended, NAMES.position("carillon.delayed", 0, 0)))
                .isEqualTo(NAMED.key());
    }

    @Test
    void itsKeyReadsBackAndItsHomeIsThePartitionItNames() {
        Instant appended = Instant.ofEpochMilli(1_763_445_600_000L);
        ExecutionKey key = RecordKeys.of(HAND_MADE, appended, NAMES.position("carillon.tasks.default.normal", 7, 99));
        assertThat(ExecutionKey.parse(key.toString())).isEqualTo(key);
        assertThat(key.home(12)).isEqualTo(7);
        assertThat(key.subExecution(4).home(12)).isEqualTo(7);
    }

    @Test
    void aTopicWithoutHandMadeTasksAsksForTheExecTime() {
        ContractException refused = catchThrowableOfType(
                ContractException.class,
                () -> RecordKeys.of(HAND_MADE, Instant.EPOCH, NAMES.position("carillon.released.default", 1, 2)));
        assertThat(refused.code()).isEqualTo(ErrorCode.MISSING_FIELD);
        assertThat(refused.field()).isEqualTo("execTime");
    }

    private static void mismatch(String key, Task task) {
        mismatch(utf8(key), task);
    }

    private static void mismatch(byte @Nullable [] key, Task task) {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> RecordKeys.check(key, task));
        assertThat(refused.code()).isEqualTo(ErrorCode.KEY_MISMATCH);
    }

    private static Task task(String more) {
        return Kind.TASK.decode(utf8("{\"taskId\":\"report\",\"type\":\"shell\"" + more + "}"));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
