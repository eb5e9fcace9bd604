package dev.carillon.standalone.program;

import dev.carillon.cli.doctor.DoctorTarget;
import dev.carillon.cli.doctor.DoctorTargetBuilder;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.collector.CollectorConfig;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.leadership.CuratorLeadership;
import dev.carillon.worker.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the doctor checks under a configuration of all services. */
final class DoctorTargets {
    /** Brokers abort Carillon's transactions after 10 s, so one that is open longer is a problem. */
    private static final Duration OPEN_TOLERATED = Duration.ofSeconds(15);

    private DoctorTargets() {}

    static DoctorTarget of(Config config) {
        TriggerConfig trigger = config.get(TriggerConfig.class);
        WorkerConfig worker = config.get(WorkerConfig.class);
        CollectorConfig collector = config.get(CollectorConfig.class);
        TopicsConfig topics = config.get(TopicsConfig.class);
        Map<String, Duration> sessions = new LinkedHashMap<>();
        sessions.put("worker.session-timeout", worker.sessionTimeout());
        sessions.put("collector.session-timeout", collector.sessionTimeout());
        String latchFolder = CuratorLeadership.folder(topics.namespace());
        return DoctorTargetBuilder.builder()
                .kafka(config.get(KafkaConfig.class))
                .topics(topics)
                .zookeeper(trigger.zookeeper())
                .zookeeperFact(new ZookeeperVisit(
                        trigger.zookeeper(), trigger.latchSession(), latchFolder, trigger.zookeeperSecurity()))
                .workerQueue(worker.queue())
                .sessions(sessions)
                .directories(Map.of("collector.state-dir", Path.of(collector.stateDir())))
                .openTolerated(OPEN_TOLERATED)
                .build();
    }
}
