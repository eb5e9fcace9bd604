package dev.carillon.benchmarks.pipeline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Processor time of several processes, user and system together. */
final class ProcessorTime {
    /** The kernel counts in hundredths of a second on every machine. */
    private static final double MICROS_A_TICK = 10_000;

    private static final int USER = 11;
    private static final int SYSTEM = 12;

    private final Map<String, Long> pids = new LinkedHashMap<>();
    private final Map<String, Double> began = new LinkedHashMap<>();

    void add(String name, long pid) {
        pids.put(name, pid);
    }

    /** The processes by name. */
    Map<String, Long> pids() {
        return Map.copyOf(pids);
    }

    /** Starts counting. */
    void begin() throws IOException {
        began.clear();
        began.putAll(now());
    }

    /** Microseconds since the start, by process; a process that has ended is left out. */
    Map<String, Double> micros() throws IOException {
        Map<String, Double> used = now();
        used.replaceAll((name, micros) -> micros - began.getOrDefault(name, 0.0));
        return used;
    }

    private Map<String, Double> now() throws IOException {
        Map<String, Double> micros = new LinkedHashMap<>();
        for (Map.Entry<String, Long> process : pids.entrySet()) {
            Path stat = Path.of("/proc", Long.toString(process.getValue()), "stat");
            if (Files.exists(stat)) {
                String line = Files.readString(stat, StandardCharsets.UTF_8);
                // The name of the program is in parentheses, and may contain any character.
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
                micros.put(
                        process.getKey(),
                        (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * MICROS_A_TICK);
            }
        }
        return micros;
    }
}
