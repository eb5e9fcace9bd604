package dev.carillon.trigger.leadership;

import org.jspecify.annotations.Nullable;

/** Decides which instance tries to lead; see the package for what it does not decide. */
public interface Leadership {
    /** Queues for leadership; does nothing while queued or leading. */
    void enter();

    /**
     * The name of the term that this instance has won and not given up, or null. It stays when the connection is lost;
     * a different name means that a new term was won.
     */
    @Nullable
    String term();

    /** Leaves the queue, so that the next in line wins. */
    void giveUp();

    /** As {@link #giveUp}, and ends the session too. */
    void giveUpWithSession();

    /** Whether another instance seems to be queued, to lead at once when this one gives up. */
    boolean hasSuccessor();

    /** Whether other instances are queued; called before this one queues. */
    default boolean hasOthersInLine() {
        return false;
    }

    /** Sets what is called, on any thread, when a term was won. */
    void whenWon(Runnable listener);

    /** Whether the coordinator answers. */
    boolean isConnected();

    /** The message why this instance can't queue though the coordinator answers; null if it can. */
    default @Nullable String refused() {
        return null;
    }

    void close();
}
