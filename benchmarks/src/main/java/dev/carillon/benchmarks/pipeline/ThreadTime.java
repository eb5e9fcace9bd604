package dev.carillon.benchmarks.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Processor time of the threads of a process, by purpose. */
final class ThreadTime {
    /** The kernel counts in hundredths of a second on every machine. */
    private static final double MICROS_A_TICK = 10_000;

    private static final int USER = 11;
    private static final int SYSTEM = 12;

    private static final String REST = "the rest";
    /** Prefixes of thread names (the kernel keeps 15 characters) and the purpose of such threads. */
    private static final Map<String, String> PURPOSES = Map.ofEntries(
            Map.entry("C1 CompilerThre", "compiling"),
            Map.entry("C2 CompilerThre", "compiling"),
            Map.entry("VM Thread", "garbage collection"),
            Map.entry("GC Thread", "garbage collection"),
            Map.entry("ParGC", "garbage collection"),
            Map.entry("kafka-producer-", "sending"),
            Map.entry("work-", "handlers and results"),
            Map.entry("task-", "handlers and results"),
            Map.entry("commit-", "encoding batches and committing"),
            Map.entry("worker ", "polling, judging, handing over"),
            Map.entry("worker-", "polling, judging, handing over"),
            Map.entry("data-plane", "requests and log"),
            Map.entry("outcomes", "reading outcomes"));

    private final long pid;
    private final Map<String, Double> began = new HashMap<>();

    ThreadTime(long pid) {
        this.pid = pid;
    }

    /** Starts counting. */
    void begin() throws IOException {
        began.clear();
        began.putAll(now());
    }

    /** Microseconds since the start, by the names of threads without their numbers. */
    Map<String, Double> micros() throws IOException {
        Map<String, Double> used = new TreeMap<>();
        now().forEach((thread, micros) -> {
            double since = micros - began.getOrDefault(thread, 0.0);
            if (since > 0) {
                used.merge(purposeOf(thread.substring(thread.indexOf(' ') + 1)), since, Double::sum);
            }
        });
        return used;
    }

    private static String purposeOf(String name) {
        return PURPOSES.entrySet().stream()
                .filter(purpose -> name.startsWith(purpose.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(REST + ": " + name.replaceAll("[0-9]+", "n"));
    }

    private Map<String, Double> now() throws IOException {
        Map<String, Double> micros = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                read(thread, micros);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return micros;
    }

    private static void read(Path thread, Map<String, Double> micros) throws IOException {
        try {
            String line = Files.readString(thread.resolve("stat"), StandardCharsets.UTF_8);
            // The name is in parentheses, and may contain any character.
            String name = line.substring(line.indexOf('(') + 1, line.lastIndexOf(')'));
            List<String> fields =
                    List.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
            long ticks = Long.parseLong(fields.get(USER)) + Long.parseLong(fields.get(SYSTEM));
            micros.put(thread.getFileName() + " " + name, ticks * MICROS_A_TICK);
        } catch (NoSuchFileException e) {
            // The thread has ended meanwhile; its time is missing here, but not in the sum of the process.
        }
    }
}
