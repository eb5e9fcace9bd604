package dev.carillon.collector.streams;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native library, which is unpacked from the jar into the directory for temporary files and loaded from
 * there. If the first store to open had to load it, a failure would end one Streams thread after another without a hint
 * what to do.
 */
final class StreamsNativeLibrary {
    private StreamsNativeLibrary() {}

    /**
     * Loads it, once for the process.
     *
     * @throws CodedException if the operating system does not allow it
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
