package dev.carillon.kit.config;

import java.util.Optional;
import java.util.Set;

/**
 * The settings of another program, such as Kafka's clients, that are set behind a prefix of Carillon's: which exist,
 * and which are refused.
 *
 * <p>Classes that implement it have a constructor without arguments.
 */
public interface ForeignSettings {
    /** The program that has these settings, for messages: {@code Kafka}. */
    String maker();

    /** All names, including the refused ones, as a refusal says more than "unknown". */
    Set<String> names();

    /** Why one of the names can't be set here; empty if it can. */
    Optional<Refusal> refusal(String name);

    /** Why the value is invalid for the name, without repeating the value; empty if it is valid. */
    Optional<String> whyUnfit(String name, String value);

    /** Whether the value of this name must never be shown; also called for names that don't exist. */
    boolean isSecret(String name);

    /** Why it can't be set, and what to do instead. */
    record Refusal(String problem, String fix) {}
}
