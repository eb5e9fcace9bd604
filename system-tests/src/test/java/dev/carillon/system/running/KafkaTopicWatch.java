package dev.carillon.system.running;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import dev.carillon.system.checker.read.KafkaRunReader;
import dev.carillon.system.checker.seen.SeenRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** Reads some topics from their start and lets tests wait for what arrives. */
public final class KafkaTopicWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(10);

    private final List<SeenRecord> seen = new ArrayList<>();
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private @Nullable RuntimeException failure;

    KafkaTopicWatch(KafkaClients clients, List<String> topics) {
        consumer = clients.consumer("watch");
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toList());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        thread = Threads.named("watch", this::read);
        thread.start();
    }

    private void read() {
        try (consumer) {
            while (true) {
                List<SeenRecord> arrived = new ArrayList<>();
                consumer.poll(POLL).forEach(record -> arrived.add(KafkaRunReader.seen(record)));
                add(arrived);
            }
        } catch (WakeupException e) {
            // close() was called.
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private synchronized void add(List<SeenRecord> arrived) {
        seen.addAll(arrived);
        notifyAll();
    }

    private synchronized void fail(RuntimeException e) {
        failure = e;
        notifyAll();
    }

    /** The records of a topic that have arrived so far. */
    public synchronized List<SeenRecord> in(String topic) {
        return seen.stream().filter(record -> record.topic().equals(topic)).toList();
    }

    /** Waits until this number of records of a topic match, and returns all that do. */
    public synchronized List<SeenRecord> await(
            String what, String topic, int number, Duration within, Predicate<SeenRecord> fits) {
        Deadline deadline = Deadline.in(within);
        while (true) {
            if (failure != null) {
                throw failure;
            }
            List<SeenRecord> found = in(topic).stream().filter(fits).toList();
            if (found.size() >= number) {
                return found;
            }
            if (deadline.isOver()) {
                throw new AssertionError("within " + within + " only " + found.size() + " of " + number + " " + what
                        + " arrived in " + topic + " (" + in(topic).size() + " records in all)");
            }
            waitFor(deadline);
        }
    }

    private void waitFor(Deadline deadline) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline.remainingNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
