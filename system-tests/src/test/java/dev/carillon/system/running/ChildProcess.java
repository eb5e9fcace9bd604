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

/** A process of its own, with all that it has said. It dies with the test. */
public final class ChildProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final int LINES_SHOWN = 25;
    private static final String END = "(end of output)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> said = new ArrayList<>();

    private ChildProcess(Process process) {
        this.process = process;
        Threads.named("child-output", this::readLines).start();
    }

    public static ChildProcess start(ProcessBuilder builder) throws IOException {
        return new ChildProcess(builder.redirectErrorStream(true).start());
    }

    /** The command of a JVM with our class path; it is to be there soon, and not to be fast in the end. */
    public static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return command;
    }

    /** What stands behind a word in a line of its output. */
    public String await(String word) throws InterruptedException {
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no line with " + word + ", only:\n" + String.join("\n", said));
            }
            said.add(line);
            int at = line.indexOf(word);
            if (at >= 0) {
                return line.substring(at + word.length()).strip();
            }
        }
    }

    /** Its exit code, which has to come within this time. */
    public int awaitExit(Duration within) throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + within + "; last said:\n" + lastSaid());
        }
        return process.exitValue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines of its output. */
    public String lastSaid() {
        lines.drainTo(said);
        return String.join("\n", said.subList(Math.max(0, said.size() - LINES_SHOWN), said.size()));
    }

    /** All of its output so far. */
    public String everythingSaid() {
        lines.drainTo(said);
        return String.join("\n", said);
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL: nothing in it gets to say goodbye. */
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
            // The killed child's pipe breaks in the middle of a line.
        } finally {
            lines.add(END);
        }
    }
}
