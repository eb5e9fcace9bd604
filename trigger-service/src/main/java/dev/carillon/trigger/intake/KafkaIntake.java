package dev.carillon.trigger.intake;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.OutcomesRead;
import dev.carillon.trigger.definition.ParallelDefinitionDecoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed records of the four topics that the trigger's state comes from, from the beginning. While this
 * instance leads, it also reads outcomes, from the positions that the dispatcher asks for.
 */
public final class KafkaIntake implements LoopBody {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int MAX_POLL_RECORDS = 5_000;
    private static final int FETCH_BYTES = 4 * 1024 * 1024;

    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final Inbox inbox;
    private final Clock clock;
    private final TopicPartition state;
    private final TopicPartition schedules;
    private final TopicPartition calendars;
    private final TopicPartition control;
    /** Everything committed below these offsets has been read. */
    private final Map<TopicPartition, Long> read = new HashMap<>();

    private final TombstoneHorizon horizon = new TombstoneHorizon();
    private final ParallelDefinitionDecoder decoder = new ParallelDefinitionDecoder();
    private final DefinitionsEnd definitionsEnd;
    private final String outcomes;
    private OutcomesRead.Follow followed = OutcomesRead.Follow.NOTHING;

    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * An intake that connects when it begins.
     *
     * @param schedulesEnd the end of {@code schedules} behind uncommitted records too; throws if Kafka does not answer
     *     soon
     */
    public KafkaIntake(
            Supplier<Consumer<byte[], byte[]>> connect,
            TopicNames names,
            Inbox inbox,
            Clock clock,
            LongSupplier schedulesEnd) {
        this.connect = connect;
        this.inbox = inbox;
        this.clock = clock;
        this.state = new TopicPartition(names.triggerState(), 0);
        this.schedules = new TopicPartition(names.schedules(), 0);
        this.calendars = new TopicPartition(names.calendars(), 0);
        this.control = new TopicPartition(names.control(), 0);
        this.outcomes = names.outcomes();
        this.definitionsEnd = new DefinitionsEnd(schedulesEnd, clock);
    }

    /** Connects consumers with the settings that the intake needs. */
    public static Supplier<Consumer<byte[], byte[]>> reading(KafkaClients clients) {
        return () -> clients.consumer(
                "trigger-intake",
                Map.of(
                        "max.poll.records",
                        MAX_POLL_RECORDS,
                        "max.partition.fetch.bytes",
                        FETCH_BYTES,
                        "fetch.max.wait.ms",
                        500));
    }

    @Override
    public void begin() {
        Consumer<byte[], byte[]> made = connect.get();
        consumer = made;
        List<TopicPartition> all = List.of(state, schedules, calendars, control);
        made.assign(all);
        made.seekToBeginning(all);
        // An empty log may begin behind offset 0. If the position can't be looked up now, the start fails.
        all.forEach(partition -> read.put(partition, made.position(partition)));
        inbox.whenAsked(made::wakeup);
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Consumer<byte[], byte[]> polled = consumer;
        if (polled == null) {
            throw new IllegalStateException("the intake has not begun");
        }
        assignOutcomes(polled);
        pauseWhereFull(polled);
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = polled.poll(POLL);
        } catch (WakeupException e) {
            return; // The loop is stopping, or outcomes are asked for.
        }
        records.records(state)
                .forEach(record -> horizon.reads(record.offset(), Instant.ofEpochMilli(record.timestamp())));
        horizon.hasRead(now);
        long controlBefore = readTo(control);
        // Not position(): it can block and throw, and the records of this poll would be lost.
        records.nextOffsets().forEach((partition, next) -> read.put(partition, next.offset()));
        List<InputRecord> definitions = of(records, schedules);
        // Decoded here and not on the dispatcher's thread, which has ticks to send.
        decoder.read(definitions);
        List<InputRecord> commands = of(records, control);
        inbox.put(IntakeBatchBuilder.builder()
                .state(of(records, state))
                .schedules(definitions)
                .calendars(of(records, calendars))
                .control(List.of())
                .stateRead(readTo(state))
                .schedulesRead(readTo(schedules))
                .calendarsRead(readTo(calendars))
                .controlRead(commands.isEmpty() ? readTo(control) : controlBefore)
                .outcomes(outcomes(records))
                .build());
        if (!commands.isEmpty()) {
            putCommands(commands);
        }
    }

    /** Passes on commands after the rest of a poll, which must not wait for the end of the definitions. */
    private void putCommands(List<InputRecord> commands) throws InterruptedException {
        long below = definitionsEnd.now();
        List<InputRecord> bound = commands.stream()
                .map(command -> command.behindDefinitions(below))
                .toList();
        inbox.put(new IntakeBatch(List.of(), List.of(), bound, readTo(state), readTo(schedules), readTo(control)));
    }

    private void assignOutcomes(Consumer<byte[], byte[]> polled) {
        OutcomesRead.Follow asked = inbox.follow();
        if (asked == followed) {
            return;
        }
        List<TopicPartition> all = new ArrayList<>(List.of(state, schedules, calendars, control));
        // Assigned twice: partitions that stay assigned would keep the records fetched from earlier positions.
        polled.assign(all);
        read.keySet().removeIf(partition -> partition.topic().equals(outcomes));
        for (int partition = 0; partition < asked.from().size(); partition++) {
            all.add(new TopicPartition(outcomes, partition));
        }
        polled.assign(all);
        for (int partition = 0; partition < asked.from().size(); partition++) {
            polled.seek(new TopicPartition(outcomes, partition), asked.from().get(partition));
        }
        followed = asked;
    }

    private OutcomesRead outcomes(ConsumerRecords<byte[], byte[]> records) {
        if (followed.from().isEmpty()) {
            return OutcomesRead.NONE;
        }
        List<InputRecord> found = new ArrayList<>();
        Map<Integer, Long> readTo = new HashMap<>();
        for (int partition = 0; partition < followed.from().size(); partition++) {
            TopicPartition at = new TopicPartition(outcomes, partition);
            found.addAll(of(records, at));
            Long next = read.get(at);
            if (next != null) {
                readTo.put(partition, next);
            }
        }
        return new OutcomesRead(followed, found, readTo);
    }

    private long readTo(TopicPartition partition) {
        return Objects.requireNonNull(read.get(partition));
    }

    private void pauseWhereFull(Consumer<byte[], byte[]> polled) {
        pause(polled, schedules, inbox.schedulesFull());
        pause(polled, calendars, inbox.calendarsFull());
        pause(polled, control, inbox.controlFull());
        for (int partition = 0; partition < followed.from().size(); partition++) {
            pause(polled, new TopicPartition(outcomes, partition), inbox.outcomesFull());
        }
    }

    private static void pause(Consumer<byte[], byte[]> polled, TopicPartition partition, boolean full) {
        if (full != polled.paused().contains(partition)) {
            if (full) {
                polled.pause(Set.of(partition));
            } else {
                polled.resume(Set.of(partition));
            }
        }
    }

    private List<InputRecord> of(ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
        Instant taken = clock.instant();
        List<InputRecord> found = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
            found.add(new InputRecord(
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    Instant.ofEpochMilli(record.timestamp()),
                    taken,
                    record.key(),
                    record.value()));
        }
        return found;
    }

    @Override
    public void wakeUp() {
        inbox.close();
        Consumer<byte[], byte[]> polled = consumer;
        if (polled != null) {
            polled.wakeup();
        }
    }

    @Override
    public void end() {
        decoder.close();
        Consumer<byte[], byte[]> polled = consumer;
        if (polled != null) {
            polled.close();
        }
    }
}
