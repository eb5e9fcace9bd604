package dev.carillon.benchmarks;

import dev.carillon.benchmarks.history.HistoryBenchmark;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs one benchmark by its name. */
public final class Run {
    private static final Map<String, Benchmark> ALL = Map.of("history", new HistoryBenchmark());
    private static final String USAGE = "usage: benchmarks/run NAME [--json] [--scale SHARE]; there are: ";
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Run() {}

    /**
     * Runs the benchmark that is named.
     *
     * @param args the name; {@code --json} leaves out all but the last line; {@code --scale 0.05} makes everything
     *     smaller
     */
    public static void main(String[] args) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        boolean json = words.remove("--json");
        int at = words.indexOf("--scale");
        double scale = 1;
        if (at >= 0 && at + 1 < words.size()) {
            scale = Double.parseDouble(words.remove(at + 1));
            words.remove(at);
        }
        Benchmark benchmark = words.size() == 1 ? ALL.get(words.get(0)) : null;
        if (benchmark == null || scale <= 0) {
            System.err.println(USAGE + String.join(", ", ALL.keySet()));
            System.exit(MISUSED);
            return;
        }
        PrintStream told = json ? new PrintStream(PrintStream.nullOutputStream(), true, "UTF-8") : System.out;
        Path dir = Files.createTempDirectory("carillon-benchmark");
        Report report = new Report(words.get(0), told);
        report.note("scale", Double.toString(scale));
        try {
            benchmark.run(dir, scale, report);
        } finally {
            delete(dir);
        }
        System.out.println(report.json());
        // Threads of the broker must not keep the process.
        System.exit(report.ok() ? 0 : FAILED);
    }

    private static void delete(Path dir) throws java.io.IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
