package dev.carillon.console.cluster;

/**
 * A problem that needs an operator.
 *
 * @param code stable name of the kind of problem
 * @param words what is wrong, in lower case and without a full stop
 * @param next the next step, mostly a command
 * @param path of the page that shows more
 */
public record AttentionItem(String code, String words, String next, String path) {}
