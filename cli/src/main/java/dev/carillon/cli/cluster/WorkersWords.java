package dev.carillon.cli.cluster;

import dev.carillon.cli.terminal.TextTable;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats the workers as a table, or as one JSON object each. */
public final class WorkersWords {
    private static final long MEGABYTE = 1024L * 1024;

    private WorkersWords() {}

    public static List<String> table(List<WorkerSeen> workers, Instant now) {
        TextTable table = new TextTable(
                "WORKER", "STATE", "BUSY", "HELD", "QUEUES", "TYPES", "PARTS", "CPU", "MEMORY", "SEEN", "UP",
                "VERSION");
        for (WorkerSeen worker : workers) {
            Heartbeat heartbeat = worker.heartbeat();
            Heartbeat.Load load = heartbeat.load();
            table.row(
                    worker.id(),
                    worker.isGone() ? "gone" : heartbeat.state().name().toLowerCase(Locale.ROOT),
                    load.running() + "/" + load.capacity(),
                    Integer.toString(load.held()),
                    listed(heartbeat.queues()),
                    listed(heartbeat.types()),
                    Integer.toString(heartbeat.partitions().size()),
                    cpu(load.cpu()),
                    load.memory() == null ? "-" : load.memory() / MEGABYTE + " MB",
                    TextPieces.duration(worker.silence()),
                    TextPieces.duration(Duration.between(heartbeat.startedAt(), now)),
                    Objects.requireNonNullElse(heartbeat.version(), "-"));
        }
        return table.lines();
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? "-" : String.join(",", names);
    }

    private static String cpu(@Nullable Double share) {
        return share == null ? "-" : Math.round(share * 100) + " %";
    }

    public static ObjectNode json(WorkerSeen worker) {
        Heartbeat heartbeat = worker.heartbeat();
        Heartbeat.Load load = heartbeat.load();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("workerId", worker.id())
                .put("incarnation", heartbeat.worker().incarnation())
                .put(
                        "state",
                        worker.isGone() ? "gone" : heartbeat.state().name().toLowerCase(Locale.ROOT))
                .put("running", load.running())
                .put("capacity", load.capacity())
                .put("held", load.held());
        heartbeat.queues().forEach(node.putArray("queues")::add);
        heartbeat.types().forEach(node.putArray("types")::add);
        node.put("partitions", heartbeat.partitions().size())
                .put("cpu", load.cpu())
                .put("memory", load.memory())
                .put("version", heartbeat.version())
                .put("host", heartbeat.host())
                .put("startedAt", heartbeat.startedAt().toString())
                .put("heardAt", worker.at().appended().toString())
                .put("silenceMs", worker.silence().toMillis());
        node.set("evidence", worker.at().json());
        return node;
    }
}
