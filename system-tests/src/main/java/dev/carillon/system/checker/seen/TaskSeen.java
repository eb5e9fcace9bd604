package dev.carillon.system.checker.seen;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;

/** A task record, and the key of its execution. */
public record TaskSeen(SeenRecord at, ExecutionKey key, Task task) {}
