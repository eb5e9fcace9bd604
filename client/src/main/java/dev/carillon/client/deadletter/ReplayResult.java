package dev.carillon.client.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * The result of replaying or dropping one dead letter.
 *
 * @param key the key of the new execution; null if there is none
 * @param refused why it was refused; null if it was not
 */
public record ReplayResult(
        StoredDeadLetter deadLetter,
        @Nullable String key,
        @Nullable String refused) {}
