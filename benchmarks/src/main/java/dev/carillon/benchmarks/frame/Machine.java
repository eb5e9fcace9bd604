package dev.carillon.benchmarks.frame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where something is measured: figures of two machines compare only with this beside them. */
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

    /** Where the broker keeps its data. */
    private static String disk() {
        try {
            FileStore store = Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")));
            return store.type() + ", " + store.getUsableSpace() / GIGABYTE + " GB free";
        } catch (IOException e) {
            return "unknown"; // Whether it is full will show.
        }
    }

    /** How many processes have wanted a processor in the last minute. */
    static String load() {
        try {
            String all = Files.readString(Path.of("/proc/loadavg"), StandardCharsets.US_ASCII);
            return all.substring(0, all.indexOf(' '));
        } catch (IOException e) {
            return "unknown"; // Not every system tells it so.
        }
    }
}
