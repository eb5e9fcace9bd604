package dev.carillon.trigger.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KafkaIntakeTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final TopicPartition STATE = new TopicPartition(NAMES.triggerState(), 0);
    private static final TopicPartition SCHEDULES = new TopicPartition(NAMES.schedules(), 0);
    private static final TopicPartition CALENDARS = new TopicPartition(NAMES.calendars(), 0);
    private static final TopicPartition CONTROL = new TopicPartition(NAMES.control(), 0);

    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final Inbox inbox = new Inbox();

    /** Like a consumer whose broker is away: asking for a position fails once it has been given records. */
    private static final class Intermittent extends MockConsumer<byte[], byte[]> {
        boolean away;

        Intermittent() {
            super("earliest");
        }

        @Override
        public synchronized long position(TopicPartition partition) {
            if (away) {
                throw new IllegalStateException("the position is not known now");
            }
            return super.position(partition);
        }
    }

    @Test
    void handsOverWhatAPollBroughtThoughNoPositionCanBeAskedFor() throws InterruptedException {
        Intermittent consumer = new Intermittent();
        consumer.updateBeginningOffsets(Map.of(STATE, 57L, SCHEDULES, 0L, CALENDARS, 2L, CONTROL, 3L));
        KafkaIntake intake = new KafkaIntake(() -> consumer, NAMES, inbox, clock);
        intake.begin();
        consumer.addRecord(record(SCHEDULES, 0));
        consumer.addRecord(record(SCHEDULES, 1));
        consumer.away = true;

        intake.runOnce(clock.instant());

        List<IntakeBatch> taken = inbox.take(Duration.ZERO);
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).schedules()).extracting(InputRecord::offset).containsExactly(0L, 1L);
        assertThat(taken.get(0).schedulesRead()).isEqualTo(2);
        assertThat(taken.get(0).stateRead()).isEqualTo(57);
        assertThat(taken.get(0).calendarsRead()).isEqualTo(2);
        assertThat(taken.get(0).controlRead()).isEqualTo(3);
    }

    @Test
    void doesNotBeginWhereThePositionsAreNotKnown() {
        Intermittent consumer = new Intermittent();
        consumer.away = true;
        KafkaIntake intake = new KafkaIntake(() -> consumer, NAMES, inbox, clock);

        assertThatIllegalStateException().isThrownBy(intake::begin);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        byte[] bytes = "report".getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, bytes, bytes);
    }
}
