package dev.carillon.console.cluster;

/**
 * Something that a person should see to.
 *
 * @param code what kind of trouble it is
 * @param words what is wrong, as a sentence's end
 * @param next the command that goes on from there
 * @param path where the page shows more
 */
public record Need(String code, String words, String next, String path) {}
