package dev.carillon.insight.schedule;

/** What a clock change does to an instant, as JSON. */
public record MarkAnswer(String kind, String words) {}
