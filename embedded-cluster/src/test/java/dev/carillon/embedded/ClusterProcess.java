package dev.carillon.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A program with a cluster, in a separate JVM. */
final class ClusterProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 40;
    private static final String END = "(ended)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ClusterProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readLines, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    static ClusterProcess start(Path directory) throws IOException {
        return start(directory, ClusterProgram.class);
    }

    static ClusterProcess start(Path directory, Class<?> program) throws IOException {
        return new ClusterProcess(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        directory.toString()))
                .redirectErrorStream(true)
                .start());
    }

    /** The rest of the first line that starts with {@code word}. */
    String await(String word) throws InterruptedException {
        return awaitLine(word + " ", line -> line.startsWith(word + " ")).substring(word.length() + 1);
    }

    void awaitContaining(String text) throws InterruptedException {
        awaitLine(text, line -> line.contains(text));
    }

    private String awaitLine(String wanted, Predicate<String> matches) throws InterruptedException {
        StringBuilder before = new StringBuilder();
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new IllegalStateException("No line has " + wanted + ", only:\n" + before);
            }
            if (matches.test(line)) {
                return line;
            }
            before.append(line).append('\n');
        }
    }

    /** Sends SIGKILL, so the child can't shut anything down. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    int awaitExit() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void readLines() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            // The child was killed while it wrote; the earlier output is complete.
        }
        lines.add(END);
    }
}
