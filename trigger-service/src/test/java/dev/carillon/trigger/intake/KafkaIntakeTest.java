package dev.carillon.trigger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.definition.InputRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
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
    private final Intermittent consumer = new Intermittent();

    /** A consumer whose broker may be away: then it can't look up positions. */
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
    void passesOnTheRecordsOfAPollThoughPositionsAreUnknown() throws InterruptedException {
        consumer.updateBeginningOffsets(Map.of(STATE, 57L, SCHEDULES, 0L, CALENDARS, 2L, CONTROL, 3L));
        KafkaIntake intake = new KafkaIntake(() -> consumer, NAMES, inbox, clock, () -> 0);
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
        consumer.away = true;
        KafkaIntake intake = new KafkaIntake(() -> consumer, NAMES, inbox, clock, () -> 0);

        assertThatIllegalStateException().isThrownBy(intake::begin);
    }

    @Test
    void looksUpTheEndOfTheDefinitionsOnceForAPollWithCommands() throws InterruptedException {
        AtomicInteger lookups = new AtomicInteger();
        KafkaIntake intake = reading(() -> {
            lookups.incrementAndGet();
            // The rest of the poll is passed on first, and does not wait for the lookup.
            assertThat(taken()).extracting(IntakeBatch::schedulesRead).containsExactly(1L);
            return 9;
        });
        consumer.addRecord(record(SCHEDULES, 0));
        consumer.addRecord(record(CONTROL, 3));
        consumer.addRecord(record(CONTROL, 4));

        intake.runOnce(clock.instant());

        List<IntakeBatch> behind = taken();
        assertThat(lookups).hasValue(1);
        assertThat(behind).hasSize(1);
        assertThat(behind.get(0).control())
                .extracting(InputRecord::offset, InputRecord::definitionsBelow)
                .containsExactly(tuple(3L, 9L), tuple(4L, 9L));
        assertThat(behind.get(0).controlRead()).isEqualTo(5);
    }

    @Test
    void reportsCommandsAsReadOnlyTogetherWithThem() throws InterruptedException {
        KafkaIntake intake = reading(() -> {
            assertThat(taken()).extracting(IntakeBatch::controlRead).containsExactly(3L);
            return 9;
        });
        consumer.addRecord(record(CONTROL, 3));

        intake.runOnce(clock.instant());

        assertThat(taken()).extracting(IntakeBatch::controlRead).containsExactly(4L);
    }

    @Test
    void looksUpNoEndWithoutCommands() throws InterruptedException {
        KafkaIntake intake = reading(() -> {
            throw new AssertionError("the end is not needed");
        });
        consumer.addRecord(record(SCHEDULES, 0));

        intake.runOnce(clock.instant());

        assertThat(taken()).extracting(IntakeBatch::schedulesRead).containsExactly(1L);
    }

    @Test
    void commandsDoNotWaitWhileTheEndIsUnknownAndItIsLookedUpAgainLater() throws InterruptedException {
        AtomicInteger lookups = new AtomicInteger();
        KafkaIntake intake = reading(() -> {
            if (lookups.incrementAndGet() == 1) {
                throw new IllegalStateException("no leader");
            }
            return 9;
        });

        assertThat(boundOfNextCommand(intake, 3)).as("no answer").isZero();
        clock.advance(Duration.ofMillis(1_999));
        assertThat(boundOfNextCommand(intake, 4)).as("not looked up again yet").isZero();
        assertThat(lookups).hasValue(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(boundOfNextCommand(intake, 5)).isEqualTo(9);
    }

    @Test
    void aClockThatIsSetBackDelaysNoLookup() throws InterruptedException {
        AtomicInteger lookups = new AtomicInteger();
        KafkaIntake intake = reading(() -> {
            if (lookups.incrementAndGet() == 1) {
                throw new IllegalStateException("no leader");
            }
            return 9;
        });
        boundOfNextCommand(intake, 3);
        clock.set(clock.instant().minusSeconds(3_600));

        assertThat(boundOfNextCommand(intake, 4)).isEqualTo(9);
    }

    private KafkaIntake reading(LongSupplier schedulesEnd) {
        consumer.updateBeginningOffsets(Map.of(STATE, 57L, SCHEDULES, 0L, CALENDARS, 2L, CONTROL, 3L));
        KafkaIntake intake = new KafkaIntake(() -> consumer, NAMES, inbox, clock, schedulesEnd);
        intake.begin();
        return intake;
    }

    private long boundOfNextCommand(KafkaIntake intake, long offset) throws InterruptedException {
        consumer.addRecord(record(CONTROL, offset));
        intake.runOnce(clock.instant());
        List<InputRecord> commands =
                taken().stream().flatMap(batch -> batch.control().stream()).toList();
        assertThat(commands).extracting(InputRecord::offset).containsExactly(offset);
        return commands.get(0).definitionsBelow();
    }

    private List<IntakeBatch> taken() {
        try {
            return inbox.take(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        byte[] bytes = "report".getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, bytes, bytes);
    }
}
