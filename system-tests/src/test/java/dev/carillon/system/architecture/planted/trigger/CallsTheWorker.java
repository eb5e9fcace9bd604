package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.worker.PollsTopics;

/** Services meet only in topics. */
public record CallsTheWorker(PollsTopics worker) {}
