package dev.carillon.cli.execution;

import dev.carillon.client.log.PartitionReading;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Follows {@code outcomes} at the home of one execution. Open it before the task is sent, so that its outcome can't be
 * missed.
 */
public final class OutcomeWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final RecordLog log;
    private final String topic;
    private final String key;
    private final int home;
    private final PartitionReading reading;

    private OutcomeWatch(RecordLog log, String topic, String key, int home, PartitionReading reading) {
        this.log = log;
        this.topic = topic;
        this.key = key;
        this.home = home;
        this.reading = reading;
    }

    /** Follows the outcomes that are written from now on. */
    public static OutcomeWatch open(RecordLog log, TopicNames names, ExecutionKey key) {
        String topic = names.outcomes();
        int home = key.home(log.partitions(topic));
        long end = log.ends(topic).getOrDefault(home, 0L);
        return new OutcomeWatch(log, topic, key.toString(), home, log.read(topic, Map.of(home, end)));
    }

    /** The outcome of an earlier use of the key, if there is one. */
    public Optional<Outcome> earlier() {
        long start = log.starts(topic).getOrDefault(home, 0L);
        Outcome[] newest = new Outcome[1];
        WholeTopic.read(log, topic, Map.of(home, start), found -> ofKey(found).ifPresent(own -> newest[0] = own));
        return Optional.ofNullable(newest[0]);
    }

    /** The outcome, or empty if there is none within the time. */
    public Optional<Outcome> await(Duration atMost) {
        Deadline deadline = Deadline.in(atMost);
        while (!deadline.isOver()) {
            for (ReceivedRecord found : reading.next(POLL)) {
                Optional<Outcome> own = ofKey(found);
                if (own.isPresent()) {
                    return own;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Outcome> ofKey(ReceivedRecord found) {
        return found.keyText().equals(key) ? found.read(Kind.OUTCOME::ifReadable) : Optional.empty();
    }

    @Override
    public void close() {
        reading.close();
    }
}
