package dev.carillon.collector.ledger;

/**
 * A command to cancel an execution.
 *
 * @param words by whom and why, for the Outcome
 */
public record CancelRequest(String words) {}
