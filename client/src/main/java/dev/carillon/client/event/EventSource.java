package dev.carillon.client.event;

/** The topics that events for listeners come from: {@code events}, and those from whose records they are derived. */
public enum EventSource {
    EVENTS,
    TASKS,
    DELAYED,
    RELEASED,
    RESULTS,
    OUTCOMES,
    DEAD_LETTERS
}
