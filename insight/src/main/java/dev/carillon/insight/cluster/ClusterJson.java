package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.record.OutcomeStatus;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats the status of the system as one JSON object. Unknown counts are null. */
public final class ClusterJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ClusterJson() {}

    public static ObjectNode of(ClusterStatus cluster, List<ClusterProblem> needs) {
        ObjectNode root = JSON.objectNode();
        root.put("at", cluster.now().toString());
        root.put("well", needs.isEmpty());
        ArrayNode list = root.putArray("needs");
        needs.forEach(need -> list.addObject().put("problem", need.words()).put("next", need.next()));
        root.set("trigger", trigger(cluster));
        root.set("workers", workers(cluster.workers()));
        ArrayNode queues = root.putArray("queues");
        cluster.queues().forEach(queue -> {
            ObjectNode one = queues.addObject().put("queue", queue.queue()).put("served", queue.served());
            ArrayNode lanes = one.putArray("lanes");
            queue.lanes().forEach(lane -> lanes.add(backlog(lane)));
        });
        ArrayNode collector = root.putArray("collector");
        cluster.collector().forEach(backlog -> collector.add(backlog(backlog)));
        root.set("executions", ends(cluster.ends()));
        return root;
    }

    private static ObjectNode trigger(ClusterStatus cluster) {
        TriggerSeen trigger = cluster.trigger();
        ObjectNode node = JSON.objectNode().put("moving", trigger.isMoving(cluster.now()));
        LeaderTerm leader = trigger.history().leader();
        if (leader != null) {
            ObjectNode led = node.putObject("leader").put("source", leader.source());
            led.put("since", leader.since() == null ? null : leader.since().toString());
            led.put("ended", leader.ended() == null ? null : leader.ended().toString());
            led.set("evidence", leader.evidence().json());
        }
        if (trigger.watermark() != null) {
            ObjectNode watermark = node.putObject("watermark")
                    .put("due", trigger.watermark().value().reached().due().toString());
            watermark.set("evidence", trigger.watermark().at().json());
        }
        return node.put("recentTicks", trigger.history().recentTicks())
                .put("recentSkips", trigger.history().recentSkips())
                .put("recentMinutes", TriggerSeen.RECENT.toMinutes());
    }

    private static ObjectNode workers(WorkersSeen workers) {
        return JSON.objectNode()
                .put("living", workers.living().size())
                .put("gone", workers.gone().size())
                .put("slots", workers.slots())
                .put("running", workers.running())
                .put("held", workers.held());
    }

    private static ObjectNode backlog(Backlog backlog) {
        ObjectNode node = JSON.objectNode()
                .put("topic", backlog.topic())
                .put("waiting", backlog.waiting())
                .put("later", backlog.later())
                .put("exact", backlog.exact());
        return node.put(
                "oldest", backlog.oldest() == null ? null : backlog.oldest().toString());
    }

    private static ObjectNode ends(ClusterStatus.Ends ends) {
        ObjectNode node = JSON.objectNode();
        count(node, "retrying", ends.retrying());
        count(node, "delayed", ends.delayed());
        count(node, "deadLetters", ends.dead());
        node.put(
                "lastDeadLetter",
                ends.lastDead() == null ? null : ends.lastDead().toString());
        node.put("recentMinutes", ClusterStatus.Ends.RECENT_MINUTES);
        OutcomeStatistics recent = ends.recent();
        if (recent == null) {
            node.putNull("recent");
        } else {
            ObjectNode statuses = node.putObject("recent");
            for (OutcomeStatus status : OutcomeStatus.values()) {
                statuses.put(status.name(), recent.count(status));
            }
        }
        return node;
    }

    private static void count(ObjectNode node, String name, long value) {
        if (value < 0) {
            node.putNull(name);
        } else {
            node.put(name, value);
        }
    }
}
