package dev.carillon.worker.execution;

/** What must hold before attempts start: all of them, and those that are to start at an instant. */
public record Gate(boolean mayStart, boolean clockIsRight) {}
