package dev.carillon.worker.dedup;

/**
 * What a record in {@code results} says of an attempt.
 *
 * @param key of the execution, as its record has it
 * @param delivery up to which delivery it speaks
 * @param handedBack whether the attempt is to be delivered once more
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; there may be a hundred thousand a partition.
public record Memory(byte[] key, int attempt, int delivery, boolean handedBack) {}
