package dev.carillon.trigger;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.kafka.topic.KafkaTopicBond;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.dispatch.LeaderMetrics;
import dev.carillon.trigger.dispatch.LeaderStanding;
import dev.carillon.trigger.presence.PresenceMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The trigger: reads schedules, queues for leadership and, while it leads, turns ticks into tasks. */
public final class TriggerService extends StatefulService {
    private final KafkaTriggerParts.Environment environment;
    private final LeaderStanding standing = new LeaderStanding();
    private final LeaderMetrics metrics;
    private final KafkaTriggerParts.Lasting lasting;
    private final KafkaTopicBond topics;
    private volatile @Nullable KafkaTriggerParts running;

    public TriggerService(
            TriggerConfig config, TopicNames names, KafkaClients clients, Clock clock, MeterRegistry meters) {
        super("trigger");
        String instance = "trigger/" + UUID.randomUUID().toString().substring(0, 8);
        this.environment = new KafkaTriggerParts.Environment(config, names, clients, clock, meters, instance);
        this.metrics = new LeaderMetrics(meters, clock, standing);
        this.lasting = new KafkaTriggerParts.Lasting(standing, metrics, new PresenceMeters(meters));
        this.topics = new KafkaTopicBond(
                name(),
                new KafkaTopicBond.Bound() {
                    @Override
                    public void start() throws Exception {
                        startWork();
                    }

                    @Override
                    public void stop(Duration within) {
                        stopWork(within);
                    }
                },
                new KafkaTriggerTopics(names),
                clients,
                clock);
        topics.whenFailed(this::fail);
    }

    @Override
    protected void startUp() throws Exception {
        new KafkaReachability(environment.clients().config(), SystemTime.pause(), SystemTime.ticker())
                .await(environment.config().connectTimeout());
        topics.start();
    }

    @Override
    protected void shutDown(Duration within) {
        topics.stop(within);
    }

    private void startWork() throws Exception {
        KafkaTriggerParts parts = KafkaTriggerParts.open(environment, lasting, topics::brokenBy);
        running = parts; // Before the start, as a start that throws is followed by stopWork.
        parts.start();
    }

    private void stopWork(Duration within) {
        KafkaTriggerParts stopped = running;
        running = null;
        if (stopped != null) {
            stopped.stop(within);
        }
    }

    /** Whether this instance leads right now. */
    public boolean isLeading() {
        return standing.isLeading();
    }

    /** Whether the topics are as the trigger needs them. */
    public HealthCheck onTopics() {
        return topics;
    }

    /** The health checks of the trigger by name. */
    public Map<String, HealthCheck> healthChecks() {
        Map<String, HealthCheck> checks = new LinkedHashMap<>();
        checks.put("trigger runs", HealthCheck.running(this));
        checks.put("trigger has its topics", topics);
        checks.put("trigger reaches ZooKeeper", () -> {
            KafkaTriggerParts now = running;
            String refused = now == null ? null : now.leadership().refused();
            if (refused != null) {
                return Health.bad(refused);
            }
            boolean connected = now != null && now.leadership().isConnected();
            return new Health(
                    connected,
                    (connected ? "connected to " : "no connection to ")
                            + environment.config().zookeeper());
        });
        checks.put(
                "trigger's clock agrees with Kafka's", () -> new Health(standing.clockAgrees(), standing.clockWords()));
        checks.put("trigger leads or stands by", () -> switch (standing.state()) {
            case LEADING -> new Health(true, "this instance leads");
            case READING -> Health.bad("reading the schedules before it stands by: " + metrics.known() + " so far");
            case STANDBY -> new Health(true, "this instance stands by; another one leads, or none yet");
            case TAKING_OVER -> new Health(true, "this instance was elected and reads what the last leader committed");
            case LEFT -> new Health(false, "this instance is stopping, and no longer leads");
            case RESTING -> new Health(false, "its term ended with an error, see the log; it queues again soon");
        });
        return checks;
    }
}
