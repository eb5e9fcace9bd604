package dev.carillon.trigger;

import dev.carillon.kit.embed.EmbeddedParts;
import dev.carillon.kit.embed.EmbeddedService;
import dev.carillon.kit.embed.EmbeddedSettings;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.util.List;

/** The scheduler inside your own program: of all schedulers, in any process, one leads and the others stand by. */
public final class CarillonTrigger extends EmbeddedService {
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final TriggerService trigger;

    private CarillonTrigger(EmbeddedParts parts, TopicNames names, TriggerService trigger) {
        super(parts.behindKafka(trigger, List.of(names.schedules(), names.outcomes())), DRAIN);
        this.trigger = trigger;
    }

    /** A scheduler on the Kafka at {@code host:port} (several with commas between them). */
    public static Settings on(String bootstrapServers) {
        return new Settings(bootstrapServers);
    }

    /** Whether this instance leads. */
    public boolean isLeading() {
        return trigger.isLeading();
    }

    @Override
    public List<String> whyNotReady() {
        return unmet(trigger.healthChecks());
    }

    /** The settings of an embedded scheduler; {@link #start} starts it. */
    public static final class Settings extends EmbeddedSettings<Settings, CarillonTrigger> {
        private Settings(String bootstrapServers) {
            super(bootstrapServers);
        }

        /** The ZooKeeper servers that choose the leader: {@code host:port}, with commas between them. */
        public Settings zookeeper(String servers) {
            return set("trigger.zookeeper", servers);
        }

        @Override
        protected Settings self() {
            return this;
        }

        @Override
        protected List<Class<? extends Record>> records() {
            return List.of(TriggerConfig.class);
        }

        @Override
        protected CarillonTrigger made(EmbeddedParts parts) {
            TopicNames names = new TopicNames(parts.namespace());
            TriggerService trigger = new TriggerService(
                    parts.config().get(TriggerConfig.class), names, parts.clients(), parts.clock(), parts.meters());
            return new CarillonTrigger(parts, names, trigger);
        }
    }
}
