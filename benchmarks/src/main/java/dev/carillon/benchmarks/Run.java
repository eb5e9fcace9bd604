package dev.carillon.benchmarks;

import dev.carillon.benchmarks.codec.CodecBenchmark;
import dev.carillon.benchmarks.collect.CollectBenchmark;
import dev.carillon.benchmarks.failover.FailoverBenchmark;
import dev.carillon.benchmarks.frame.Asked;
import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.history.HistoryBenchmark;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.pipeline.HopsBenchmark;
import dev.carillon.benchmarks.pipeline.LatenessBenchmark;
import dev.carillon.benchmarks.pipeline.PipelineBenchmark;
import dev.carillon.benchmarks.pipeline.StartBenchmark;
import dev.carillon.benchmarks.pipeline.WorkBenchmark;
import dev.carillon.benchmarks.pipeline.WorkerKillsBenchmark;
import dev.carillon.benchmarks.raw.RawBenchmark;
import dev.carillon.benchmarks.routing.RoutingBenchmark;
import dev.carillon.benchmarks.standalone.StartAndIdleBenchmark;
import dev.carillon.benchmarks.submit.ApplyBenchmark;
import dev.carillon.benchmarks.submit.SubmitBenchmark;
import dev.carillon.benchmarks.trigger.BusyCollectorBenchmark;
import dev.carillon.benchmarks.trigger.DependenciesBenchmark;
import dev.carillon.benchmarks.trigger.DispatchBenchmark;
import dev.carillon.benchmarks.trigger.LoadBenchmark;
import dev.carillon.benchmarks.trigger.PunctualBenchmark;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.log.LogFormat;
import dev.carillon.kit.log.LogLevel;
import dev.carillon.kit.log.LogSetup;
import dev.carillon.kit.log.LogTarget;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Runs one benchmark by its name, one or several times. */
public final class Run {
    private static final Map<String, Supplier<Benchmark>> ALL = all();
    private static final int MISUSED = 2;

    private Run() {}

    private static Map<String, Supplier<Benchmark>> all() {
        Map<String, Supplier<Benchmark>> all = new LinkedHashMap<>();
        all.put("start-and-idle", StartAndIdleBenchmark::new);
        all.put("codec", CodecBenchmark::new);
        all.put("submit", SubmitBenchmark::new);
        all.put("apply", ApplyBenchmark::new);
        all.put("pipeline", PipelineBenchmark::new);
        all.put("worker-kills", WorkerKillsBenchmark::new);
        all.put("hops", HopsBenchmark::new);
        all.put("work", WorkBenchmark::new);
        all.put("start", StartBenchmark::new);
        all.put("lateness", LatenessBenchmark::new);
        all.put("collect", CollectBenchmark::new);
        all.put("raw", RawBenchmark::new);
        all.put("dispatch", DispatchBenchmark::new);
        all.put("punctual", PunctualBenchmark::new);
        all.put("busy-collector", BusyCollectorBenchmark::new);
        all.put("dependencies", DependenciesBenchmark::new);
        all.put("load", LoadBenchmark::new);
        all.put("failover", FailoverBenchmark::new);
        all.put("routing", RoutingBenchmark::new);
        all.put("history", HistoryBenchmark::new);
        return all;
    }

    /** Runs the named benchmark; {@code benchmarks/README.md} describes the arguments. */
    public static void main(String[] args) throws Exception {
        Asked asked;
        try {
            asked = Asked.of(Arrays.asList(args), ALL.keySet(), Run::ownOptions);
            asked.own().forEach(made(asked.name())::set);
        } catch (Asked.Misuse | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(MISUSED);
            return;
        }
        PrintStream told = asked.json()
                ? new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8)
                : System.out;
        // The measured processes log while they start; only warnings and errors matter here.
        LogSetup.install(new LogConfig(LogFormat.AUTO, LogLevel.WARN, List.of()), LogTarget.STANDARD_ERROR);
        Report report = new Report(asked.name(), told);
        report.note("kafka", KafkaTestBed.kafkaVersion());
        report.note("scale", Double.toString(asked.scale()));
        report.note("runs", Integer.toString(asked.runs()));
        asked.own().forEach(report::note);
        for (int run = 0; run < asked.runs(); run++) {
            report.beginRun(asked.runs());
            once(asked, report);
        }
        report.printMedians();
        System.out.println(report.json());
        // Threads of the broker would keep the process alive.
        System.exit(report.exitCode());
    }

    /** Keeps the figures of earlier runs, and of this one until then, if it fails. */
    private static void once(Asked asked, Report report) throws IOException {
        Path dir = Files.createTempDirectory("carillon-benchmark");
        try {
            Benchmark benchmark = made(asked.name());
            asked.own().forEach(benchmark::set);
            benchmark.run(dir, asked.scale(), report);
        } catch (Exception | Error e) {
            e.printStackTrace();
            report.aborted(e);
        }
        try {
            delete(dir);
        } catch (IOException | UncheckedIOException e) {
            // A child that is about to end may still write there; the figures do not depend on it.
            System.err.println("left " + dir + ": " + e);
        }
    }

    private static Benchmark made(String name) {
        return Objects.requireNonNull(ALL.get(name)).get();
    }

    private static Set<String> ownOptions(String name) {
        return made(name).options();
    }

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
