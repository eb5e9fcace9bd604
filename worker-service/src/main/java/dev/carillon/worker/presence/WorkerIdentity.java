package dev.carillon.worker.presence;

import dev.carillon.schemas.work.WorkerRef;
import java.time.Instant;
import java.util.List;

/** A worker's names, queue, types and size, which do not change between its start and its stop. */
public record WorkerIdentity(
        WorkerRef worker,
        String host,
        String version,
        String queue,
        List<String> types,
        int capacity,
        int weight,
        Instant since) {}
