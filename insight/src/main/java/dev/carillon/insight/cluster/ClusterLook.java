package dev.carillon.insight.cluster;

import dev.carillon.client.log.RecordLog;
import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.topic.BacklogReader;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the status of the whole system; a missing topic is listed and not read. */
public final class ClusterLook {
    private final TopicScan scan;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;

    public ClusterLook(TopicScan scan, TopicNames names, Instant now) {
        this.scan = scan;
        this.log = scan.log();
        this.names = names;
        this.now = now;
        this.topics = log.topics();
    }

    /** Whether the namespace has any topic at all. */
    public boolean isAnythingThere() {
        return topics.stream().anyMatch(topic -> topic.startsWith(names.namespace() + "."));
    }

    public ClusterStatus status() {
        WorkersSeen workers = has(names.workers()) ? WorkersSeen.look(scan, names.workers(), now) : WorkersSeen.none();
        return new ClusterStatus(
                now,
                missing(),
                TriggerSeen.look(scan, names, now),
                workers,
                queues(workers),
                collector(),
                new EndsLook(scan, names, now, topics).ends());
    }

    private boolean has(String topic) {
        return topics.contains(topic);
    }

    private List<String> missing() {
        List<String> wanted = new ArrayList<>(List.of(
                names.schedules(),
                names.control(),
                names.workers(),
                names.triggerState(),
                names.delayed(),
                names.results(),
                names.outcomes(),
                names.events(),
                names.deadLetters()));
        queueNames().forEach(queue -> wanted.addAll(names.ofQueue(queue)));
        wanted.removeIf(this::has);
        return List.copyOf(wanted);
    }

    /** A queue is listed while it has any topic, so that its tasks and what it lacks are seen; the default one always. */
    private List<String> queueNames() {
        Set<String> withLanes = topics.stream()
                .map(names::lane)
                .filter(Objects::nonNull)
                .map(Lane::queue)
                .collect(Collectors.toSet());
        return names.queues(topics, withLanes).stream().sorted().toList();
    }

    private List<QueueLoad> queues(WorkersSeen workers) {
        BacklogReader backlogs = new BacklogReader(scan, now);
        List<QueueLoad> queues = new ArrayList<>();
        for (String queue : queueNames()) {
            List<String> lanes = names.ofQueue(queue).stream().filter(this::has).toList();
            List<Backlog> before = backlogs.ofWorkers(names.namespace() + "." + queue, lanes);
            queues.add(new QueueLoad(queue, before, workers.serve(queue)));
        }
        return List.copyOf(queues);
    }

    private List<Backlog> collector() {
        List<String> sources = List.of(names.results(), names.delayed()).stream()
                .filter(this::has)
                .toList();
        return new BacklogReader(scan, now).ofPlainGroup(names.namespace() + ".collector", sources);
    }
}
