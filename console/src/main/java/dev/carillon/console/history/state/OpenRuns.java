package dev.carillon.console.history.state;

/** How many executions are in each open state, and how many of them are overdue. */
public record OpenRuns(long pending, long queued, long running, long retrying, long overdue) {}
