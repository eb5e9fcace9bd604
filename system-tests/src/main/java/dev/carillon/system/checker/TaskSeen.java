package dev.carillon.system.checker;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;

/** A task record, and the key of its execution. */
record TaskSeen(SeenRecord at, ExecutionKey key, Task task) {}
