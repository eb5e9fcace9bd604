package dev.carillon.client;

/** The topics that events for listeners come from: {@code events}, and those from whose records they are derived. */
enum EventSource {
    EVENTS,
    TASKS,
    DELAYED,
    RELEASED,
    RESULTS,
    OUTCOMES,
    DEAD_LETTERS
}
