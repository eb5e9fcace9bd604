package dev.carillon.standalone.look;

/**
 * Something that a person should see to.
 *
 * @param words what is wrong, as a sentence's end
 * @param next the command that goes on from there
 */
public record Need(String words, String next) {}
