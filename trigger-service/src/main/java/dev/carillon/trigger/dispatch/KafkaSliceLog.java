package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.trigger.dispatch.clock.HeadStart;
import dev.carillon.trigger.dispatch.clock.KafkaClockCheck;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.routing.Router;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits each slice in one transaction of a producer whose id is the same for every leader of the shard. */
public final class KafkaSliceLog implements SliceLog {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSliceLog.class);

    private final Supplier<Producer<byte[], byte[]>> connect;
    private final KafkaTopicEnds ends;
    private final TopicNames names;
    private final String source;
    private final Clock clock;
    private final KafkaClockCheck clockCheck;
    private final HeadStart headStart;
    private final Router router;
    private final TransactionTimes times;
    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable KafkaSliceRecords records;
    private int partitions;
    /** Whether a committed slice of this term has published that this instance leads. */
    private boolean announced;

    /**
     * The clocks, and how the log waits.
     *
     * @param pause the finest wait of the system: ticks are as punctual as this is
     */
    public record Time(Clock clock, Ticker ticker, Pause pause) {}

    /**
     * A log that can commit after {@link #takeOver}.
     *
     * @param clockBehind called with each slice with how far this clock is behind the brokers', at least; negative if
     *     it is too far ahead
     * @param router chooses partitions for the tasks of each slice
     */
    public KafkaSliceLog(
            Supplier<Producer<byte[], byte[]>> connect,
            KafkaTopicEnds ends,
            TopicNames names,
            String source,
            Time time,
            Consumer<Duration> clockBehind,
            Router router,
            MeterRegistry meters) {
        this.connect = connect;
        this.ends = ends;
        this.names = names;
        this.source = source;
        this.clock = time.clock();
        this.clockCheck = new KafkaClockCheck(clock, clockBehind);
        this.headStart = new HeadStart(clock, time.ticker(), time.pause());
        this.router = router;
        this.times = new TransactionTimes(time.ticker(), meters);
    }

    @Override
    public void takeOver() {
        letGo();
        Producer<byte[], byte[]> made = connect.get();
        producer = made;
        made.initTransactions();
        announced = false;
        partitions = made.partitionsFor(names.results()).size();
        records = new KafkaSliceRecords(names, partitions, router);
    }

    @Override
    public long stateEnd() {
        return ends.of(names.triggerState());
    }

    @Override
    public long schedulesEnd() {
        return ends.of(names.schedules());
    }

    @Override
    public Optional<String> lostInput(InputPositions applied) {
        return lost(names.schedules(), applied.schedules())
                .or(() -> lost(names.calendars(), applied.calendars()))
                .or(() -> lost(names.control(), applied.control()));
    }

    private Optional<String> lost(String topic, long applied) {
        long end = applied == 0 ? 0 : ends.of(topic);
        return applied <= end
                ? Optional.empty()
                : Optional.of("the committed slices have applied " + topic + " up to offset " + applied
                        + ", but it ends at " + end + ", so it was deleted and created again. " + KafkaTopicEnds.FIX);
    }

    @Override
    public List<Long> outcomesFrom(List<Long> applied) {
        List<Long> ends = this.ends.of(names.outcomes(), partitions);
        List<Long> from = new ArrayList<>();
        for (int partition = 0; partition < ends.size(); partition++) {
            long end = ends.get(partition);
            if (applied.isEmpty()) {
                // No schedule has waited for outcomes so far, so earlier ones do not matter.
                from.add(end);
            } else if (partition >= applied.size() || applied.get(partition) > end) {
                from.add(0L); // The partition or the topic is new.
            } else {
                from.add(applied.get(partition));
            }
        }
        return from;
    }

    @Override
    public long commit(SlicePlan plan) {
        return times.record(() -> commitInTerm(plan));
    }

    private long commitInTerm(SlicePlan plan) {
        Producer<byte[], byte[]> writer = producer;
        KafkaSliceRecords made = records;
        if (writer == null || made == null) {
            throw new SliceFailed("there is no term to commit in", null);
        }
        try {
            return commit(plan, writer, made);
        } catch (KafkaException | ExecutionException e) {
            throw failed(plan, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SliceFailed("interrupted while committing", e);
        }
    }

    @Override
    public Duration headStart() {
        return headStart.length();
    }

    private static SliceFailed failed(SlicePlan plan, Exception e) {
        String what = "the slice up to " + plan.watermark().reached();
        return KafkaFences.caused(e)
                ? SliceFailed.rejected(what + " was rejected, as another instance leads", e)
                : new SliceFailed(what + " may not be committed", e);
    }

    private long commit(SlicePlan plan, Producer<byte[], byte[]> writer, KafkaSliceRecords made)
            throws ExecutionException, InterruptedException {
        long begun = headStart.beginsWriting();
        writer.beginTransaction();
        router.begin();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (SliceOutput output : plan.outputs()) {
            sent.add(writer.send(made.of(output)));
        }
        if (plan.publishes()) {
            sent.add(writer.send(made.event(sliceEvent(plan))));
        }
        if (!announced) {
            sent.add(writer.send(made.event(electedEvent(plan))));
        }
        plan.markers().forEach((taskId, marker) -> sent.add(writer.send(made.marker(taskId, marker.orElse(null)))));
        Future<RecordMetadata> watermark = writer.send(made.watermark(plan.watermark()));
        sent.add(watermark);
        writer.flush();
        if (plan.due() != null) {
            headStart.wroteSince(begun);
        }
        try {
            clockCheck.check(plan.notBefore(), sent);
            awaitInstant(plan);
        } catch (SliceFailed | ClockBehind e) {
            writer.abortTransaction();
            throw e;
        }
        writer.commitTransaction();
        announced = true;
        countSent(sent);
        return watermark.get().offset();
    }

    private void awaitInstant(SlicePlan plan) throws InterruptedException {
        Instant notBefore = plan.notBefore();
        if (notBefore != null) {
            headStart.await(notBefore);
        }
    }

    /** Gives the router the offsets of the slice, to count what workers have not fetched by their next heartbeats. */
    private void countSent(List<Future<RecordMetadata>> sent) throws ExecutionException, InterruptedException {
        if (router.hasRouted()) {
            for (Future<RecordMetadata> record : sent) {
                RecordMetadata at = record.get();
                router.wrote(at.topic(), at.partition(), at.offset());
            }
        }
        router.committed();
    }

    private Event electedEvent(SlicePlan plan) {
        String message = source + " leads; ticks were decided up to "
                + plan.slice().before().due();
        return new Event(
                EventType.LEADER_ELECTED, plan.watermark().shard(), clock.instant(), source, message, null, Map.of());
    }

    private Event sliceEvent(SlicePlan plan) {
        return new Event(
                EventType.SLICE,
                plan.watermark().shard(),
                clock.instant(),
                source,
                null,
                plan.slice().json(),
                Map.of());
    }

    @Override
    public void letGo() {
        Producer<byte[], byte[]> left = producer;
        producer = null;
        records = null;
        router.forget();
        if (left != null) {
            try {
                left.close(Duration.ZERO);
            } catch (KafkaException e) {
                // The next producer with this transactional id fences what is left of it.
                LOG.debug("Closing the trigger's producer: {}", e.toString());
            }
        }
    }
}
