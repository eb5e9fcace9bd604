package dev.carillon.benchmarks.history;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.ingest.TopicSource;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Topics with a week of executions, generated while they are read. */
final class Generated implements TopicSource {
    private static final int AT_ONCE = 5_000;
    private static final int MILLIS_TO_OUTCOME = 20;

    private final TopicNames names;
    private final long count;
    private final Instant begin;
    private final Duration over;
    private final Map<TopicPart, Long> positions = new HashMap<>();
    private long made;

    Generated(TopicNames names, long count, Instant begin, Duration over) {
        this.names = names;
        this.count = count;
        this.begin = begin;
        this.over = over;
    }

    @Override
    public List<Topic> topics() {
        return List.of(
                new Topic(names.tasks("default", Priority.NORMAL), "1", Executions.PARTITIONS),
                new Topic(names.results(), "2", Executions.PARTITIONS),
                new Topic(names.outcomes(), "3", Executions.PARTITIONS));
    }

    @Override
    public void follow(Map<TopicPart, Long> from) {
        positions.putAll(from);
    }

    @Override
    public List<ReceivedRecord> next(Duration atMost) {
        List<ReceivedRecord> records = new ArrayList<>();
        for (int i = 0; i < AT_ONCE / 3 && made < count; i++, made++) {
            Instant at = begin.plusMillis((long) (over.toMillis() * (made / (double) count)));
            Executions.Three three = Executions.of(made, at);
            records.add(record(names.tasks("default", Priority.NORMAL), three, three.task(), at));
            records.add(record(names.results(), three, three.result(), at.plusMillis(MILLIS_TO_OUTCOME / 2)));
            records.add(record(names.outcomes(), three, three.outcome(), at.plusMillis(MILLIS_TO_OUTCOME)));
        }
        return records;
    }

    private ReceivedRecord record(String topic, Executions.Three three, byte[] value, Instant at) {
        TopicPart part = new TopicPart(topic, three.home());
        long offset = positions.merge(part, 1L, Long::sum) - 1;
        byte[] key = three.key().toString().getBytes(StandardCharsets.UTF_8);
        return new ReceivedRecord(topic, three.home(), offset, at, key, value, HeaderList.none());
    }

    @Override
    public Map<TopicPart, Long> positions() {
        return positions;
    }

    @Override
    public long behind() {
        return count - made;
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public void wakeUp() {
        // No thread waits.
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
