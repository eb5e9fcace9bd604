package dev.carillon.worker.offset;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Pause;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.OutgoingRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits with a transactional producer on a thread that owns it; after any error the producer is replaced. */
public final class KafkaCommitter implements Committer, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaCommitter.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final Pause pause;
    private final Consumer<Throwable> whenBroken;
    private final ExecutorService thread;

    /** Used by the commit thread alone. */
    private @Nullable Producer<byte[], byte[]> producer;

    private int failuresInARow;
    private volatile boolean closing;

    /**
     * A committer without a producer.
     *
     * @param whenBroken called with an error after which no answer to a commit comes any more
     */
    public KafkaCommitter(
            String name,
            Supplier<? extends Producer<byte[], byte[]>> producers,
            Pause pause,
            Consumer<Throwable> whenBroken) {
        this.producers = producers;
        this.whenBroken = whenBroken;
        this.pause = pause;
        this.thread = Executors.newSingleThreadExecutor(Threads.factory(name));
    }

    /** Takes over the transactional id; throws the error of the broker. */
    public void open() throws InterruptedException {
        try {
            thread.submit(() -> {
                        initialise();
                        return null;
                    })
                    .get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void commit(CommitBatch batch, Consumer<Outcome> then) {
        execute(() -> then.accept(commitNow(batch)));
    }

    @Override
    public void recover(Runnable then) {
        execute(() -> {
            if (recoverNow()) {
                then.run();
            }
        });
    }

    private void execute(Runnable work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (Throwable e) {
                    whenBroken.accept(e);
                }
            });
        } catch (RejectedExecutionException e) {
            // Closed: callers wait with a deadline, and what is not committed is run again.
            LOG.debug("nothing is committed after the close: {}", e.toString());
        }
    }

    private Outcome commitNow(CommitBatch batch) {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            return Outcome.IN_DOUBT;
        }
        try {
            current.beginTransaction();
            for (Settlement settlement : batch.settlements()) {
                for (OutgoingRecord record : settlement.records()) {
                    // The commit fails if any send does, so the futures need not be checked.
                    Future<?> unused = current.send(KafkaRecords.toKafka(record));
                }
            }
            if (!batch.points().isEmpty()) {
                current.sendOffsetsToTransaction(
                        toKafka(batch.points()), ((KafkaMembership) batch.membership()).metadata());
            }
            current.commitTransaction();
            failuresInARow = 0;
            return Outcome.COMMITTED;
        } catch (RuntimeException e) {
            failuresInARow++;
            LOG.warn(
                    "a commit of {} results failed; the stored offsets are read back to see what was committed: {}",
                    batch.settlements().size(),
                    e.toString());
            discard();
            return outcomeOf(e);
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> toKafka(Map<InputPartition, EncodedPoint> points) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        points.forEach((id, point) -> offsets.put(
                new TopicPartition(id.topic(), id.number()),
                new OffsetAndMetadata(point.point().position(), point.metadata())));
        return offsets;
    }

    static Outcome outcomeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RecordTooLargeException) {
                return Outcome.TOO_LARGE;
            }
            if (cause instanceof RecordBatchTooLargeException || cause instanceof TimeoutException) {
                return Outcome.PERHAPS_TOO_LARGE;
            }
        }
        return Outcome.IN_DOUBT;
    }

    private boolean recoverNow() {
        Duration wait = FIRST_PAUSE.multipliedBy(1L << Math.min(failuresInARow, 10));
        while (!closing) {
            try {
                pause.forAtMost(wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait);
                initialise();
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (RuntimeException e) {
                LOG.warn("no new producer of results can be opened; the next try follows: {}", e.toString());
                discard();
                wait = wait.multipliedBy(2);
                failuresInARow++;
            }
        }
        return false;
    }

    private void initialise() {
        if (producer == null) {
            Producer<byte[], byte[]> fresh = producers.get();
            producer = fresh;
            fresh.initTransactions();
        }
    }

    private void discard() {
        Producer<byte[], byte[]> broken = producer;
        producer = null;
        if (broken != null) {
            try {
                broken.close(Duration.ZERO);
            } catch (RuntimeException e) {
                // Safe: it is never used again, and the next one fences it.
                LOG.debug("a broken producer did not close: {}", e.toString());
            }
        }
    }

    /** Waits up to 2 s for the commit under way. */
    @Override
    public void close() {
        closing = true;
        execute(this::discard);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
