package dev.carillon.benchmarks.standalone;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * {@code benchmarks/run start-and-idle}: the launcher with {@code up --demo} until the first outcome it prints, the
 * size of the jar, and the memory and processor time of an idle {@code up} in its second minute.
 */
public final class StartAndIdleBenchmark implements Benchmark {
    private static final double MOST_SECONDS_TO_OUTCOME = 10;
    private static final double MOST_JAR_MEGABYTES = 150;
    private static final double MOST_RESIDENT_MEGABYTES = 1_024;
    private static final double MOST_CPU_PERCENT = 10;
    private static final int IDLE_SECONDS = 60;
    private static final int LEAST_SECONDS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_EVERY_MS = 10;
    private static final double MEGA = 1e6;
    private static final double KILOBYTES_A_MEGABYTE = 1_024;
    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;
    /** Lines about outcomes begin with the time of day. */
    private static final Pattern OUTCOME = Pattern.compile("(?m)^[0-9]{2}:[0-9]{2}:[0-9]{2}  ");

    private static final Pattern UP = Pattern.compile("Carillon is up");

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.endsWith("carillon.jar")) {
                report.atMost("jarMegabytes", Files.size(Path.of(entry)) / MEGA, MOST_JAR_MEGABYTES);
            }
        }
        firstOutcome(dir, report);
        idle(dir, Math.max(LEAST_SECONDS, (int) (IDLE_SECONDS * scale)), report);
    }

    private static void firstOutcome(Path dir, Report report) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Path log = dir.resolve("demo.log");
        Process demo = launch(dir, log, "up", "--demo");
        try {
            await(OUTCOME, log, demo);
            report.atMost("firstOutcomeSeconds", (System.nanoTime() - began) / NANOS, MOST_SECONDS_TO_OUTCOME);
        } finally {
            report.figure("exitCodeAfterSigterm", end(demo));
        }
    }

    private static void idle(Path dir, int seconds, Report report) throws IOException, InterruptedException {
        Path log = dir.resolve("idle.log");
        Process up = launch(dir, log, "up");
        try {
            await(UP, log, up);
            TimeUnit.SECONDS.sleep(seconds);
            Duration before = busy(up);
            TimeUnit.SECONDS.sleep(seconds);
            double share = busy(up).minus(before).toNanos() / NANOS / seconds;
            report.atMost("idleCpuPercentOfACore", PERCENT * share, MOST_CPU_PERCENT);
            report.atMost("idleResidentMegabytes", residentMegabytes(up.pid()), MOST_RESIDENT_MEGABYTES);
        } finally {
            end(up);
        }
    }

    private static Process launch(Path dir, Path log, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Path.of("carillon").toAbsolutePath().toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--kafka-port=0", "--zookeeper-port=0", "--admin-port=0"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("HOME", dir.toString());
        builder.environment().put("CARILLON_CLASS_PATH", System.getProperty("java.class.path"));
        return builder.start();
    }

    private static void await(Pattern wanted, Path log, Process process) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.matcher(Files.readString(log, StandardCharsets.UTF_8)).find()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException(
                        "no line like " + wanted + " in:\n" + Files.readString(log, StandardCharsets.UTF_8));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
        }
    }

    private static Duration busy(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static double residentMegabytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"), StandardCharsets.UTF_8)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) / KILOBYTES_A_MEGABYTE;
            }
        }
        throw new IOException("/proc does not say how much memory process " + pid + " holds");
    }

    private static int end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }
}
