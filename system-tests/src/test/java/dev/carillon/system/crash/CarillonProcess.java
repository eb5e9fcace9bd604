package dev.carillon.system.crash;

import dev.carillon.kit.threads.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code carillon up} in a JVM of its own. */
final class CarillonProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final String END = "(end of output)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> said = new ArrayList<>();

    private CarillonProcess(Process process) {
        this.process = process;
        Threads.named("child-output", this::readLines).start();
    }

    /** Starts it on free ports, or on those that it had before on the same data. */
    static CarillonProcess start(Path data) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + data.resolveSibling("home"),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.carillon.standalone.Carillon"));
        command.addAll(List.of("up", "--data", data.toString(), "--workers", "2"));
        command.addAll(List.of("--kafka-port", "0", "--zookeeper-port", "0", "--admin-port", "0"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", data.resolveSibling("home").toString());
        return new CarillonProcess(builder.start());
    }

    /** What stands behind a word in a line of the block that it prints when it is up. */
    String await(String word) throws InterruptedException {
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

    boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines of its output. */
    String lastSaid() {
        lines.drainTo(said);
        return String.join("\n", said.subList(Math.max(0, said.size() - 20), said.size()));
    }

    /** SIGKILL: nothing in it gets to say goodbye. */
    void kill() throws InterruptedException {
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
