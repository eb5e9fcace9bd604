package dev.carillon.worker.dedup;

/**
 * An attempt that a result or claim in {@code results} is about.
 *
 * @param key of the execution, as in the record
 * @param delivery up to which delivery this holds
 * @param handedBack whether the attempt is to be delivered once more
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; there may be a hundred thousand a partition.
public record SeenAttempt(byte[] key, int attempt, int delivery, boolean handedBack) {}
