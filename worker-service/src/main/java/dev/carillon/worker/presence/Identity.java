package dev.carillon.worker.presence;

import dev.carillon.schemas.record.WorkerRef;
import java.time.Instant;
import java.util.List;

/** Who this worker is, from its start to its stop. */
public record Identity(
        WorkerRef worker,
        String host,
        String version,
        String queue,
        List<String> types,
        int capacity,
        int weight,
        Instant since) {}
