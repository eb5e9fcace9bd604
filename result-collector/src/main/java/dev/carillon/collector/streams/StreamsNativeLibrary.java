package dev.carillon.collector.streams;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code, which is unpacked from the jar into the directory for temporary files and loaded from there.
 * Left to the first store that opens, a failure would end one thread of Streams after another, without a word of what to
 * do.
 */
final class StreamsNativeLibrary {
    private StreamsNativeLibrary() {}

    /**
     * Loads it, once for the process.
     *
     * @throws CodedException where the operating system does not let us
     */
    static void require() {
        try {
            RocksDB.loadLibrary();
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            throw new CodedException(
                    KitErrorCode.CONFIG_BAD_VALUE,
                    "RocksDB's library can't be unpacked to " + System.getProperty("java.io.tmpdir")
                            + " and loaded from there (" + e.getMessage()
                            + "). Mount that directory without noexec, or name another one with the JVM's option"
                            + " -Djava.io.tmpdir=DIRECTORY",
                    e);
        }
    }
}
