package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.record.ReceivedRecord;
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

/** Reads records from the topics and writes them to the history: each round writes at most one batch. */
public final class HistoryIngest implements LoopBody {
    /** Bounds of one transaction; a larger one does not make its rows cheaper. */
    private static final int MOST_RECORDS = 40_000;

    private static final int MOST_BYTES = 32 * 1024 * 1024;
    private static final Duration WAIT = Duration.ofMillis(200);
    /** Waiting this long for further polls puts many small answers of Kafka into one transaction. */
    private static final Duration GATHER = Duration.ofMillis(20);

    /** With a longer backlog it waits for a full batch, which then often holds all records of an execution. */
    private static final long FAR_BEHIND = 10_000;

    private static final Duration GATHER_FAR_BEHIND = Duration.ofMillis(500);

    private static final Duration LIST_TOPICS_EVERY = Duration.ofSeconds(5);
    /** Idle rounds delete old rows, busy ones this often: under constant load there may never be an idle round. */
    private static final Duration DELETE_EVERY = Duration.ofSeconds(1);
    /** How much later than the newest record it may be when rows are judged to be old. */
    private static final Duration LARGEST_LEAD = Duration.ofHours(1);
    /** Compacted topics keep tombstones for a day: a history that read nothing for longer misses deletions. */
    private static final Duration LONGEST_SILENCE = Duration.ofHours(20);

    private static final Logger LOG = LoggerFactory.getLogger(HistoryIngest.class);

    private final HistoryStore store;
    private final Supplier<TopicSource> sources;
    private final RecordReader reader;
    private final Clock clock;
    private final HistoryMeters meters;
    private final IngestPositions positions;
    private final IngestState state = new IngestState();
    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable TopicSource source;
    private Instant listedAt = Instant.MIN;
    private Instant deletedAt = Instant.MIN;
    private long lost;

    public HistoryIngest(
            HistoryStore store,
            Supplier<TopicSource> sources,
            RecordReader reader,
            Clock clock,
            MeterRegistry registry) {
        this.store = store;
        this.sources = sources;
        this.reader = reader;
        this.clock = clock;
        this.positions = new IngestPositions(store);
        this.meters = new HistoryMeters(registry, state::behind);
    }

    /** The listener is called after each batch from now on. */
    public void whenChanged(ChangeListener listener) {
        listeners.add(listener);
    }

    public HistoryFreshness freshness() {
        return state.freshness();
    }

    /** Whether the ends of all topics were reached a moment ago, so that a missing record was not written. */
    public boolean isUpToDate(Instant now) {
        return state.isUpToDate(now);
    }

    @Override
    public void begin() {
        source = sources.get();
    }

    @Override
    public void runOnce(Instant now) {
        TopicSource open = source;
        if (open == null) {
            return;
        }
        try {
            if (positions.mustBeAssigned() || isDue(listedAt, LIST_TOPICS_EVERY, now)) {
                refreshTopics(open, now);
                listedAt = now;
            }
            FoldedBatch batch = gather(open);
            if (batch.size() > 0) {
                write(batch, open);
            }
            if (batch.size() == 0 || isDue(deletedAt, DELETE_EVERY, now)) {
                boolean more = store.deleteOld(byTheBrokers(now));
                deletedAt = more ? Instant.MIN : now;
            }
            state.hasRead(open.behind(), now);
        } catch (HistoryException e) {
            positions.discard();
            meters.failed(e.problem().name());
            if (e.problem() == HistoryProblem.HISTORY_DAMAGED) {
                rebuild("the history is damaged: " + e.getMessage());
                return;
            }
            throw e;
        } catch (RuntimeException e) {
            // What was read is not written: it is read again, from the stored positions.
            positions.discard();
            throw e;
        }
    }

    /** Also when the clock was set back meanwhile: else nothing would be due until it is as late again. */
    private static boolean isDue(Instant last, Duration every, Instant now) {
        return now.isBefore(last) || !now.isBefore(last.plus(every));
    }

    /** Now, or a little after the newest record: a clock that is far ahead here must not delete the history. */
    private Instant byTheBrokers(Instant now) {
        Instant newest = state.freshness().newest();
        Instant latest = (newest == null ? store.lastWritten() : newest).plus(LARGEST_LEAD);
        return now.isBefore(latest) ? now : latest;
    }

    private void rebuild(String why) {
        LOG.warn("{}; the history is deleted and rebuilt from Kafka", why);
        meters.rebuilds.increment();
        store.clear();
        positions.discard();
    }

    private void refreshTopics(TopicSource open, Instant now) {
        List<TopicSource.Topic> topics;
        try {
            topics = open.topics();
            if (state.isGoneSinceBefore(now.minus(LONGEST_SILENCE))) {
                positions.discard();
            }
            state.kafkaAnswers();
        } catch (RuntimeException e) {
            state.kafkaIsGone(now);
            if (positions.mustBeAssigned()) {
                throw e;
            }
            // Safe: the health checks report that Kafka is down, and the consumer reconnects by itself.
            LOG.debug("the topics could not be listed", e);
            return;
        }
        positions
                .recreatedTopic(topics)
                .ifPresent(topic -> rebuild("the topic " + topic + " was deleted and created again"));
        if (positions.mustBeAssigned() && store.lastWritten().isBefore(now.minus(LONGEST_SILENCE))) {
            store.resetCompacted();
        }
        positions.assign(topics, open);
        meters.lost.increment((double) (open.lost() - lost));
        lost = open.lost();
    }

    private FoldedBatch gather(TopicSource open) {
        FoldedBatch batch = new FoldedBatch();
        long bytes = 0;
        Instant began = Instant.MAX;
        Duration gather = GATHER;
        Duration wait = WAIT;
        while (batch.size() < MOST_RECORDS && bytes < MOST_BYTES && !wait.isNegative()) {
            List<ReceivedRecord> records = open.next(wait);
            for (ReceivedRecord record : records) {
                bytes += record.value() == null ? 0 : record.value().length;
                take(record, batch);
            }
            if (records.isEmpty()) {
                break;
            }
            Instant now = clock.instant();
            if (began.equals(Instant.MAX)) {
                began = now;
                gather = open.behind() > FAR_BEHIND ? GATHER_FAR_BEHIND : GATHER;
            }
            // Negative when the clock was set back, which ends the batch.
            wait = now.isBefore(began) ? Duration.ofMillis(-1) : gather.minus(Duration.between(began, now));
        }
        return batch;
    }

    private void take(ReceivedRecord record, FoldedBatch batch) {
        try {
            batch.add(reader.read(record), record.appended());
        } catch (ContractException e) {
            // Safe: the services move unreadable records to dead letters; the history counts and skips them.
            meters.unreadable.increment();
            batch.add(List.of(), record.appended());
        }
    }

    private void write(FoldedBatch batch, TopicSource open) {
        Map<TopicPart, Long> moved = positions.unwritten(open.positions());
        long began = clock.millis();
        List<HistoryChange> changes = store.write(batch, moved);
        positions.markWritten(moved);
        Instant newest = batch.newest();
        Instant now = clock.instant();
        meters.records.increment(batch.size());
        meters.write.record(Duration.ofMillis(now.toEpochMilli() - began));
        meters.runs.increment(batch.runs().size());
        if (newest != null) {
            state.wrote(newest);
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
        positions.discard();
        if (open != null) {
            open.close();
        }
    }
}
