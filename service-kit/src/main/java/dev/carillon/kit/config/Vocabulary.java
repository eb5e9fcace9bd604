package dev.carillon.kit.config;

import java.util.Optional;
import java.util.Set;

/**
 * Somebody else's settings that may stand behind a prefix of ours: which there are, and which of them we refuse.
 *
 * <p>Classes that implement it have a constructor without arguments.
 */
public interface Vocabulary {
    /** Who has made it, for messages: {@code Kafka}. */
    String maker();

    /** All names there are, those that are refused among them: a refusal says more than "unknown". */
    Set<String> names();

    /** Why one of the names can't be set here; empty if it can. */
    Optional<Refusal> refusal(String name);

    /** Why the value does not fit the name, in words that don't repeat the value; empty if it fits. */
    Optional<String> whyUnfit(String name, String value);

    /** Whether the value of this name never shows anywhere; names that don't exist are asked about too. */
    boolean isSecret(String name);

    /** What is wrong with setting it, and what to do instead. */
    record Refusal(String problem, String fix) {}
}
