package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code benchmarks/run hops}: the processor time of an execution, by process and by purpose of its threads; and the
 * cost of an execution after ten thousand and after ten million.
 */
public final class HopsBenchmark implements Benchmark {
    private static final int PASS = 400_000;
    private static final int LEAST_PASS = 10_000;
    private static final long ALL = 10_000_000;
    private static final int FIRST_MARK = 10_000;
    private static final int TEN = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double NANOS = 1e9;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int pass = Math.max(LEAST_PASS, (int) (PASS * scale));
        long all = Math.max(pass, (long) (ALL * scale));
        report.note("executions", Long.toString(all));
        try (KafkaTestBed bed = KafkaTestBed.start(dir);
                PipelineStage stage = PipelineStage.start(dir, bed, "hops");
                KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names())) {
            stage.startWorkers(PipelineStage.WORKERS, PipelineBenchmark.WIDE);
            long done = 0;
            long mark = FIRST_MARK;
            while (done < all) {
                int count = (int) Math.min(all - done, done < PASS ? mark - done : pass);
                double micros = passed(stage, reader, "pass" + done, count, report);
                done += count;
                if (done >= mark) {
                    report.figure("processorMicrosAfter" + mark, micros);
                    mark *= TEN;
                }
            }
            byThread(stage, reader, pass, report);
        }
    }

    /** Microseconds of processor time for one execution of a backlog, all processes together. */
    private static double passed(PipelineStage stage, KafkaOutcomeReader reader, String pass, int count, Report report)
            throws Exception {
        reader.expect(pass, count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            stage.processor().begin();
            long began = System.nanoTime();
            backlog.show();
            reader.awaitCount(count, PATIENCE);
            report.none("missing", reader.missing());
            report.figure("perSecond", count * NANOS / (reader.lastNanos() - began));
            return stage.processor().micros().values().stream()
                            .mapToDouble(used -> used)
                            .sum()
                    / count;
        }
    }

    private static void byThread(PipelineStage stage, KafkaOutcomeReader reader, int count, Report report)
            throws Exception {
        Map<String, ThreadTime> processes = new LinkedHashMap<>();
        stage.processor().pids().forEach((name, pid) -> processes.put(name, new ThreadTime(pid)));
        reader.expect("threads", count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), "threads", count)) {
            for (ThreadTime process : processes.values()) {
                process.begin();
            }
            backlog.show();
            reader.awaitCount(count, PATIENCE);
            for (Map.Entry<String, ThreadTime> process : processes.entrySet()) {
                process.getValue()
                        .micros()
                        .forEach((purpose, micros) -> report.figure(process.getKey() + ": " + purpose, micros / count));
            }
        }
    }
}
