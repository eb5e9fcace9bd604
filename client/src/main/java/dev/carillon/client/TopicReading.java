package dev.carillon.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A feed of one topic alone. */
record TopicReading(String topic, Feed feed) implements Reading {

    @Override
    public List<StoredRecord> next(Duration atMost) {
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
