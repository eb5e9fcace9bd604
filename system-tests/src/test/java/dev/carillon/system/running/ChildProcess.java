package dev.carillon.system.running;

import dev.carillon.kit.threads.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A child process with its output; it is killed when the test ends. */
public final class ChildProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final int LINES_SHOWN = 25;
    private static final String END = "(end of output)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> output = new ArrayList<>();

    private ChildProcess(Process process) {
        this.process = process;
        Threads.named("child-output", this::readLines).start();
    }

    public static ChildProcess start(ProcessBuilder builder) throws IOException {
        return new ChildProcess(builder.redirectErrorStream(true).start());
    }

    /** The command of a JVM with the test's class path, with options for a quick start instead of speed later. */
    public static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return command;
    }

    /** Waits for a line of output with the text; returns the rest of the line after it. */
    public String await(String word) throws InterruptedException {
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no line with " + word + ", only:\n" + String.join("\n", output));
            }
            output.add(line);
            int at = line.indexOf(word);
            if (at >= 0) {
                return line.substring(at + word.length()).strip();
            }
        }
    }

    /** Waits for its exit code; fails if it does not come within this time. */
    public int awaitExit(Duration within) throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + within + "; last output:\n" + lastOutput());
        }
        return process.exitValue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines of its output. */
    public String lastOutput() {
        lines.drainTo(output);
        return String.join("\n", output.subList(Math.max(0, output.size() - LINES_SHOWN), output.size()));
    }

    /** All of its output so far. */
    public String allOutput() {
        lines.drainTo(output);
        return String.join("\n", output);
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Sends SIGKILL, so that nothing in it can shut down, and waits until it has ended. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void readLines() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(lines::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            // The pipe of a killed child may break within a line.
        } finally {
            lines.add(END);
        }
    }
}
