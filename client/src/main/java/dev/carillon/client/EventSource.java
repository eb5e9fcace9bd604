package dev.carillon.client;

/** Where listeners hear of something: topics that say it of themselves, or the one that exists for nothing else. */
enum EventSource {
    EVENTS,
    TASKS,
    DELAYED,
    RELEASED,
    RESULTS,
    OUTCOMES,
    DEAD_LETTERS
}
