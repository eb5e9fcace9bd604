package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.fold.HistoryTopic;
import dev.carillon.console.history.ingest.TopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.record.ReceivedRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real history of topics in memory; it reads when it is told to. */
final class RecordedHistory implements AutoCloseable {
    private final SqliteHistory history;
    private final LogSource source;
    private final Clock clock;

    private RecordedHistory(SqliteHistory history, LogSource source, Clock clock) {
        this.history = history;
        this.source = source;
        this.clock = clock;
    }

    static RecordedHistory open(Path dir, MemoryRecordLog log, Clock clock) {
        LogSource source = new LogSource(log);
        SqliteHistory history = SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()),
                RunningConsole.NAMES,
                () -> source,
                clock,
                new SimpleMeterRegistry());
        history.ingest().begin();
        return new RecordedHistory(history, source, clock);
    }

    SqliteHistory ports() {
        return history;
    }

    /** Reads all records that are there. */
    synchronized void catchUp() {
        do {
            history.ingest().runOnce(clock.instant());
        } while (source.behind() > 0);
    }

    @Override
    public void close() {
        history.ingest().end();
        history.close();
    }

    /** Reads topics in memory, without waiting. */
    private static final class LogSource implements TopicSource {
        private final MemoryRecordLog log;
        private final Map<TopicPart, Long> positions = new HashMap<>();

        private LogSource(MemoryRecordLog log) {
            this.log = log;
        }

        @Override
        public List<Topic> topics() {
            return log.topics().stream()
                    .filter(topic ->
                            HistoryTopic.of(topic, RunningConsole.NAMES).isPresent())
                    .map(topic -> new Topic(topic, "first", log.partitions(topic)))
                    .toList();
        }

        @Override
        public void follow(Map<TopicPart, Long> from) {
            positions.clear();
            positions.putAll(from);
        }

        @Override
        public List<ReceivedRecord> next(Duration atMost) {
            List<ReceivedRecord> found = new ArrayList<>();
            for (Topic topic : topics()) {
                for (ReceivedRecord record : log.all(topic.name())) {
                    Long position = positions.get(TopicPart.of(record));
                    if (position != null && record.offset() >= position) {
                        found.add(record);
                        positions.put(TopicPart.of(record), record.offset() + 1);
                    }
                }
            }
            return found;
        }

        @Override
        public Map<TopicPart, Long> positions() {
            return Map.copyOf(positions);
        }

        @Override
        public long behind() {
            return positions.entrySet().stream()
                    .mapToLong(at -> log.ends(at.getKey().topic())
                                    .getOrDefault(at.getKey().number(), 0L)
                            - at.getValue())
                    .sum();
        }

        @Override
        public long lost() {
            return 0;
        }

        @Override
        public void wakeUp() {
            // next() never waits.
        }

        @Override
        public void close() {
            positions.clear();
        }
    }
}
