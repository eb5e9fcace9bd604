package dev.carillon.benchmarks.frame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment of a measurement, without which figures of two machines can't be compared. */
final class Machine {
    private static final long MEGABYTE = 1_024 * 1_024;
    private static final long GIGABYTE = 1_000_000_000;

    private Machine() {}

    static Map<String, String> told() {
        Map<String, String> told = new LinkedHashMap<>();
        told.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        told.put("java", Runtime.version().toString());
        told.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        told.put("heapMegabytes", Long.toString(Runtime.getRuntime().maxMemory() / MEGABYTE));
        told.put("disk", disk());
        Checkout.commit(Path.of("").toAbsolutePath()).ifPresent(commit -> told.put("commit", commit));
        return told;
    }

    /** The disk of the broker's data. */
    private static String disk() {
        try {
            FileStore store = Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")));
            return store.type() + ", " + store.getUsableSpace() / GIGABYTE + " GB free";
        } catch (IOException e) {
            return "unknown"; // The figures show it if the disk is full.
        }
    }

    /** The load: how many processes wanted a processor in the last minute. */
    static String load() {
        try {
            String all = Files.readString(Path.of("/proc/loadavg"), StandardCharsets.US_ASCII);
            return all.substring(0, all.indexOf(' '));
        } catch (IOException e) {
            return "unknown"; // Not every system reports the load.
        }
    }
}
