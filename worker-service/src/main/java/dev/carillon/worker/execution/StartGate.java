package dev.carillon.worker.execution;

/** Whether attempts may start: any at all, and those that are due at an instant, which need a right clock. */
public record StartGate(boolean mayStart, boolean clockIsRight) {}
