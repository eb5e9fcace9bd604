package dev.carillon.console.api;

import dev.carillon.client.ClientException;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.schemas.error.ContractException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The refusal of one item of a batch whose other items go on. */
public final class ItemProblem {
    private ItemProblem() {}

    /** Does something with one item; returns what refuses that item, or null. What is no refusal is thrown. */
    public static @Nullable RuntimeException of(Runnable work) {
        try {
            work.run();
            return null;
        } catch (ContractException | ConsoleException | ClientException e) {
            return e;
        }
    }

    /**
     * As an answer shows it: the same fields that the refusal of a whole request has.
     *
     * @param item the bytes of the item, where the refused value is looked up
     */
    public static ObjectNode json(RuntimeException refusal, byte[] item) {
        return Problems.of(refusal, item).node();
    }
}
