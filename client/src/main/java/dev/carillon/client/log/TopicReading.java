package dev.carillon.client.log;

import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A feed of a single topic, with partition numbers in place of parts. */
record TopicReading(String topic, TopicFeed feed) implements PartitionReading {

    @Override
    public List<ReceivedRecord> next(Duration atMost) {
        return feed.next(atMost);
    }

    @Override
    public Map<Integer, Long> positions() {
        return TopicPart.numbers(topic, feed.positions());
    }

    @Override
    public void close() {
        feed.close();
    }
}
