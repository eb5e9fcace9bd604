package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.worker.PollsTopics;

/** Breaks a rule: services must communicate only through topics. */
public record CallsTheWorker(PollsTopics worker) {}
