package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.CancelRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands to cancel of the last week, for all partitions. */
public interface CancelCommands {
    /** The command to cancel this execution, if there was one. */
    @Nullable
    CancelRequest cancelOf(String key);

    /** Offset of the newest command read so far, or -1. */
    long newest();

    /** The commands above an offset in their order, at most {@code atMost}. */
    List<Named> after(long offset, int atMost);

    /** A command by its offset and the execution it names. */
    record Named(long offset, String key) {}
}
