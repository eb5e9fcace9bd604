package dev.carillon.trigger.catalogue;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.topic.TopicNames;
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
 * Reads the four topics that the trigger's state comes from, from their beginning, and only what is committed; and outcomes,
 * from where it is asked to, while this instance leads.
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

    private final Continuity continuity = new Continuity();
    private final DefinitionReaders definitionReaders = new DefinitionReaders();
    private final DefinitionsEnd definitionsEnd;
    private final String outcomes;
    private OutcomesRead.Follow followed = OutcomesRead.Follow.NOTHING;

    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * An intake that has not begun.
     *
     * @param schedulesEnd where the definitions end, also those that are not committed yet; fails if that can't be learned soon
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

    /** A consumer as the intake needs it. */
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
        // A log can begin anywhere and hold nothing; if this can't be learned now, the start fails.
        all.forEach(partition -> read.put(partition, made.position(partition)));
        inbox.whenAsked(made::wakeup);
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Consumer<byte[], byte[]> polled = consumer;
        if (polled == null) {
            throw new IllegalStateException("the intake has not begun");
        }
        followWhereAsked(polled);
        pauseWhereFull(polled);
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = polled.poll(POLL);
        } catch (WakeupException e) {
            return; // The loop is stopping, or outcomes are asked for.
        }
        records.records(state)
                .forEach(record -> continuity.reads(record.offset(), Instant.ofEpochMilli(record.timestamp())));
        continuity.hasRead(now);
        long controlBefore = readTo(control);
        // Not position(): it can block and throw, and what this poll brought would be lost.
        records.nextOffsets().forEach((partition, next) -> read.put(partition, next.offset()));
        List<InputRecord> definitions = of(records, schedules);
        // Here and not where slices are decided: that thread has ticks to send, and there may be another processor.
        definitionReaders.read(definitions);
        List<InputRecord> commands = of(records, control);
        inbox.put(new IntakeBatch(
                of(records, state),
                definitions,
                of(records, calendars),
                List.of(),
                readTo(state),
                readTo(schedules),
                readTo(calendars),
                commands.isEmpty() ? readTo(control) : controlBefore,
                outcomes(records)));
        if (!commands.isEmpty()) {
            handOver(commands);
        }
    }

    /** Commands come after all else that a poll brought, which must not wait for the answer to the question they need. */
    private void handOver(List<InputRecord> commands) throws InterruptedException {
        long below = definitionsEnd.now();
        List<InputRecord> bound = commands.stream()
                .map(command -> command.behindDefinitions(below))
                .toList();
        inbox.put(new IntakeBatch(List.of(), List.of(), bound, readTo(state), readTo(schedules), readTo(control)));
    }

    private void followWhereAsked(Consumer<byte[], byte[]> polled) {
        OutcomesRead.Follow asked = inbox.follow();
        if (asked == followed) {
            return;
        }
        List<TopicPartition> all = new ArrayList<>(List.of(state, schedules, calendars, control));
        // Twice, as partitions that stay assigned would keep what was fetched for them.
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
        definitionReaders.close();
        Consumer<byte[], byte[]> polled = consumer;
        if (polled != null) {
            polled.close();
        }
    }
}
