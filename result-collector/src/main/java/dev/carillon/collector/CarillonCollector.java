package dev.carillon.collector;

import dev.carillon.kit.embed.EmbeddedParts;
import dev.carillon.kit.embed.EmbeddedService;
import dev.carillon.kit.embed.EmbeddedSettings;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The collector inside your own program: it turns results into retries or one outcome. */
public final class CarillonCollector extends EmbeddedService {
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final CollectorService collector;

    private CarillonCollector(EmbeddedParts parts, TopicNames names, CollectorService collector) {
        super(parts.behindKafka(collector, List.of(names.schedules(), names.outcomes())), DRAIN);
        this.collector = collector;
    }

    /** A collector on the Kafka at {@code host:port} (several with commas between them). */
    public static Settings on(String bootstrapServers) {
        return new Settings(bootstrapServers);
    }

    @Override
    public List<String> whyNotReady() {
        return unmet(collector.readiness());
    }

    /** The settings of an embedded collector; {@link #start} starts it. */
    public static final class Settings extends EmbeddedSettings<Settings, CarillonCollector> {
        private Settings(String bootstrapServers) {
            super(bootstrapServers);
        }

        /** Where it keeps open executions and timers on this machine; each collector needs a directory of its own. */
        public Settings stateDirectory(Path directory) {
            return set("collector.state-dir", directory.toString());
        }

        @Override
        protected Settings self() {
            return this;
        }

        @Override
        protected List<Class<? extends Record>> records() {
            return List.of(CollectorConfig.class);
        }

        @Override
        protected CarillonCollector made(EmbeddedParts parts) {
            TopicNames names = new TopicNames(parts.namespace());
            CollectorService collector = new CollectorService(
                    parts.config().get(CollectorConfig.class), names, parts.clients(), parts.clock(), parts.meters());
            return new CarillonCollector(parts, names, collector);
        }
    }
}
