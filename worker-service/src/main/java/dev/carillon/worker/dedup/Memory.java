package dev.carillon.worker.dedup;

/**
 * What a record in {@code results} says of an attempt.
 *
 * @param delivery up to which delivery it speaks
 * @param handedBack whether the attempt is to be delivered once more
 */
public record Memory(String key, int attempt, int delivery, boolean handedBack) {}
