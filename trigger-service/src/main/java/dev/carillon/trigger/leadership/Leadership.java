package dev.carillon.trigger.leadership;

import org.jspecify.annotations.Nullable;

/** Decides which instance tries to lead; see the package for what it does not decide. */
public interface Leadership {
    /** Queues for leadership; does nothing while queued or leading. */
    void enter();

    /**
     * The name of the term this instance has won and not given up, or null. It stays when the connection is lost; another
     * name than before means newly won.
     */
    @Nullable
    String term();

    /** Leaves the queue, so that the next in line wins. */
    void giveUp();

    /** As {@link #giveUp}, and forgets the session too. */
    void giveUpWithSession();

    /** Whether somebody else seems to stand in line, to lead at once when this one gives up. */
    boolean hasSuccessor();

    /** Whether somebody else stands in line already; asked before this one does. */
    default boolean hasOthersInLine() {
        return false;
    }

    /** Called, on any thread, when a term was won. */
    void whenWon(Runnable listener);

    /** Whether the coordinator answers. */
    boolean isConnected();

    /** Why this instance can't queue though the coordinator answers, in words; null if it can. */
    default @Nullable String refused() {
        return null;
    }

    void close();
}
