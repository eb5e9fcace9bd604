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

/** Formats the workers as a table. */
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
}
