package dev.carillon.worker.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KafkaControlReaderTest {
    private static final TopicPartition CONTROL = new TopicPartition("control", 0);

    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<String> cancelled = new ArrayList<>();
    private final KafkaControlReader reader =
            new KafkaControlReader(() -> consumer, "control", (key, at) -> cancelled.add(key), clock);

    @BeforeEach
    void begin() {
        consumer.updateBeginningOffsets(Map.of(CONTROL, 0L));
        consumer.updateEndOffsets(Map.of(CONTROL, 0L));
        reader.begin();
    }

    private void append(long offset, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>("control", 0, offset, new byte[] {1}, value));
    }

    private static byte[] command(CommandKind kind, String subject) {
        return Kind.COMMAND.encode(Command.of(kind, subject, Instant.parse("2026-11-18T05:00:00Z"), null));
    }

    @Test
    void isNotKnownBeforeTheEndIsReached() {
        consumer.updateEndOffsets(Map.of(CONTROL, 2L));
        append(0, command(CommandKind.CANCEL, "a:2026-11-18T06:00:00Z"));
        reader.runOnce(clock.instant());
        assertThat(reader.isCaughtUp()).isFalse();
        append(1, command(CommandKind.RUN_NOW, "b"));
        reader.runOnce(clock.instant());
        assertThat(reader.isCaughtUp()).isTrue();
        assertThat(cancelled).containsExactly("a:2026-11-18T06:00:00Z");
    }

    @Test
    void commandThatCannotBeReadIsPassedBy() {
        append(0, "{".getBytes(StandardCharsets.UTF_8));
        append(1, command(CommandKind.CANCEL, "a:2026-11-18T06:00:00Z"));
        reader.runOnce(clock.instant());
        assertThat(cancelled).hasSize(1);
    }

    @Test
    void isNotKnownAnyMoreWhenTheBrokersAreSilent() {
        reader.runOnce(clock.instant());
        assertThat(reader.isCaughtUp()).isTrue();
        consumer.setPollException(new KafkaException("gone"));
        try {
            reader.runOnce(clock.advance(Duration.ofMillis(500)).instant());
        } catch (KafkaException e) {
            assertThat(e).hasMessage("gone");
        }
        assertThat(reader.isCaughtUp()).isTrue();
        clock.advance(KafkaControlReader.STALE_AFTER);
        assertThat(reader.isCaughtUp()).isFalse();
    }

    @Test
    void emptyAnswersProveNothingWithoutTheLogsEnd() {
        reader.runOnce(clock.instant());
        consumer.setOffsetsException(new KafkaException("no answer"));
        for (int i = 0; i < 20; i++) {
            try {
                reader.runOnce(clock.advance(Duration.ofMillis(100)).instant());
            } catch (KafkaException e) {
                assertThat(e).hasMessage("no answer");
                consumer.setOffsetsException(new KafkaException("no answer"));
            }
        }
        assertThat(reader.isCaughtUp()).isFalse();
    }

    @Test
    void clockThatIsSetBackMakesNoReaderLookFresh() {
        reader.runOnce(clock.instant());
        clock.set(clock.instant().minus(Duration.ofDays(1)));
        clock.advance(KafkaControlReader.STALE_AFTER);
        assertThat(reader.isCaughtUp()).isFalse();
        reader.runOnce(clock.instant());
        assertThat(reader.isCaughtUp()).isTrue();
    }

    @Test
    void cancellationsAreBoundedAndForgetTheOldest() {
        CancelledKeys cancellations = new CancelledKeys(2);
        Instant now = clock.instant();
        cancellations.add("a", now);
        cancellations.add("b", now);
        assertThat(cancellations.add("c", now)).as("forgotten too early").isEqualTo(1);
        assertThat(cancellations.contains("a")).isFalse();
        assertThat(cancellations.contains("c")).isTrue();
        assertThat(cancellations.add("d", now.plus(Duration.ofDays(8)))).isZero();
        assertThat(cancellations.size()).isEqualTo(1);
    }
}
