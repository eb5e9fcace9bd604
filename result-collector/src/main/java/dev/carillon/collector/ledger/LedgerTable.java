package dev.carillon.collector.ledger;

import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** An ordered table of bytes, which holds all state of one partition. */
public interface LedgerTable {
    byte @Nullable [] get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /**
     * Walks the rows from one key to another, both included, in the order of unsigned bytes, while {@code goOn} returns
     * true.
     */
    void walk(byte[] from, byte[] to, BiPredicate<byte[], byte[]> goOn);
}
