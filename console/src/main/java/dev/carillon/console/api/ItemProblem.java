package dev.carillon.console.api;

import dev.carillon.client.problem.ClientException;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.schemas.error.ContractException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The refusal of one item of a batch whose other items go on. */
public final class ItemProblem {
    private ItemProblem() {}

    /** Runs the work for one item and returns its refusal, or null; any other failure is thrown. */
    public static @Nullable RuntimeException of(Runnable work) {
        try {
            work.run();
            return null;
        } catch (ContractException | ConsoleException | ClientException e) {
            return e;
        }
    }

    /**
     * The refusal as JSON, with the fields that the refusal of a whole request has.
     *
     * @param item the bytes of the item, to look up the refused value
     */
    public static ObjectNode json(RuntimeException refusal, byte[] item) {
        return ProblemMapping.of(refusal, item).node();
    }
}
