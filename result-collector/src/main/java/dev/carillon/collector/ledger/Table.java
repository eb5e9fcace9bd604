package dev.carillon.collector.ledger;

import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** An ordered table of bytes; all of one partition's memory is in one. */
public interface Table {
    byte @Nullable [] get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** Walks the rows from one key to another, both included, in the order of unsigned bytes, until told to stop. */
    void walk(byte[] from, byte[] to, BiPredicate<byte[], byte[]> goOn);
}
