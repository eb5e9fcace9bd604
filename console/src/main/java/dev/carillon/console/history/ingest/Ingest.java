package dev.carillon.console.history.ingest;

import dev.carillon.client.StoredRecord;
import dev.carillon.client.TopicPart;
import dev.carillon.console.history.Change;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.Batch;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.error.ContractException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what has come, and writes it: one round is one batch. */
public final class Ingest implements LoopBody {
    /** What one transaction holds at most; more makes none of its rows cheaper. */
    private static final int MOST_RECORDS = 40_000;

    private static final int MOST_BYTES = 32 * 1024 * 1024;
    private static final Duration WAIT = Duration.ofMillis(200);
    /** A little patience makes few transactions of many small answers. */
    private static final Duration GATHER = Duration.ofMillis(20);

    /** With more than this before it, it waits for a full batch: records of one execution then meet in it. */
    private static final long MUCH = 10_000;

    private static final Duration GATHER_MUCH = Duration.ofMillis(500);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    /** Deletions are remembered for a day in compacted topics: who was away longer reads those anew. */
    private static final Duration AWAY = Duration.ofHours(20);

    private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

    private final HistoryStore store;
    private final Supplier<TopicSource> sources;
    private final RecordReader reader;
    private final Clock clock;
    private final HistoryMeters meters;
    private final Course course;
    private final IngestState state = new IngestState();
    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable TopicSource source;
    private Instant lookAt = Instant.MIN;
    private long lost;

    public Ingest(
            HistoryStore store,
            Supplier<TopicSource> sources,
            RecordReader reader,
            Clock clock,
            MeterRegistry registry) {
        this.store = store;
        this.sources = sources;
        this.reader = reader;
        this.clock = clock;
        this.course = new Course(store);
        this.meters = new HistoryMeters(registry, state::behind);
    }

    /** Hears of every change from now on. */
    public void whenChanged(ChangeListener listener) {
        listeners.add(listener);
    }

    public Freshness freshness() {
        return state.freshness();
    }

    /** Whether all that the topics hold was read a moment ago, so that what is not there was not written. */
    public boolean isUpToDate(Instant now) {
        return state.isUpToDate(now);
    }

    @Override
    public void begin() {
        source = sources.get();
        if (store.lastWritten().isBefore(clock.instant().minus(AWAY))) {
            store.forgetLatest();
        }
    }

    @Override
    public void runOnce(Instant now) {
        TopicSource open = source;
        if (open == null) {
            return;
        }
        try {
            if (!now.isBefore(lookAt) || course.needsTopics()) {
                look(open, now);
                lookAt = now.plus(LOOK_EVERY);
            }
            Batch batch = gather(open);
            if (batch.size() > 0) {
                write(batch, open);
            } else {
                store.forget(now);
            }
            state.reads(open.behind(), now);
        } catch (HistoryException e) {
            // What was read is not written: it is read again, from the positions that are.
            course.isLost();
            meters.failed(e.problem().name());
            if (e.problem() == HistoryProblem.HISTORY_DAMAGED) {
                beginAnew("the history is damaged: " + e.getMessage());
                return;
            }
            throw e;
        }
    }

    private void beginAnew(String why) {
        LOG.warn("{}; it is thrown away and built anew from Kafka", why);
        meters.rebuilds.increment();
        store.clear();
        course.isLost();
    }

    private void look(TopicSource open, Instant now) {
        List<TopicSource.Topic> topics;
        try {
            topics = open.topics();
            state.kafkaAnswers();
        } catch (RuntimeException e) {
            state.kafkaIsGone(now);
            if (course.needsTopics()) {
                throw e;
            }
            // Safe: the health checks tell that Kafka is gone; the consumer finds its way back by itself.
            LOG.debug("could not look at the topics", e);
            return;
        }
        course.madeAnew(topics).ifPresent(topic -> beginAnew("the topic " + topic + " was deleted and made anew"));
        course.take(topics, open);
        meters.lost.increment((double) (open.lost() - lost));
        lost = open.lost();
    }

    private Batch gather(TopicSource open) {
        Batch batch = new Batch();
        long bytes = 0;
        Instant until = Instant.MAX;
        Duration patience = WAIT;
        while (batch.size() < MOST_RECORDS && bytes < MOST_BYTES && !patience.isNegative()) {
            List<StoredRecord> records = open.next(patience);
            for (StoredRecord record : records) {
                bytes += record.value() == null ? 0 : record.value().length;
                take(record, batch);
            }
            if (records.isEmpty()) {
                break;
            }
            Instant now = clock.instant();
            until = until.equals(Instant.MAX) ? now.plus(open.behind() > MUCH ? GATHER_MUCH : GATHER) : until;
            patience = Duration.between(now, until);
        }
        return batch;
    }

    private void take(StoredRecord record, Batch batch) {
        try {
            batch.add(reader.read(record), record.appended());
        } catch (ContractException e) {
            // Safe: it is for the services to move poison aside; history counts it and goes on behind it.
            meters.unreadable.increment();
            batch.add(List.of(), record.appended());
        }
    }

    private void write(Batch batch, TopicSource open) {
        Map<TopicPart, Long> moved = course.moved(open.positions());
        long began = clock.millis();
        List<Change> changes = store.write(batch, moved);
        course.isWritten(moved);
        Instant newest = batch.newest();
        Instant now = clock.instant();
        meters.records.increment(batch.size());
        meters.write.record(Duration.ofMillis(now.toEpochMilli() - began));
        meters.runs.increment(batch.runs().size());
        if (newest != null) {
            state.has(newest);
            meters.lags(Duration.between(newest, now));
        }
        listeners.forEach(listener -> listener.changed(changes));
    }

    @Override
    public void wakeUp() {
        TopicSource open = source;
        if (open != null) {
            open.wakeUp();
        }
    }

    @Override
    public void end() {
        TopicSource open = source;
        source = null;
        course.isLost();
        if (open != null) {
            open.close();
        }
    }
}
