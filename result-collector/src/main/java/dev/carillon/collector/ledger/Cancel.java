package dev.carillon.collector.ledger;

/**
 * A command to cancel an execution.
 *
 * @param words who asked and why, for the Outcome
 */
public record Cancel(String words) {}
