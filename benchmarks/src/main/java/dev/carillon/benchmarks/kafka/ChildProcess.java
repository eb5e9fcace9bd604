package dev.carillon.benchmarks.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM on the same class path that prints one line when it is ready, and ends when its standard input does. */
public final class ChildProcess implements AutoCloseable {
    /** The prefix of the line that a child prints when it is ready. */
    public static final String SIGN = "READY ";

    private static final long END_SECONDS = 20;

    private final Process process;
    private final String said;

    private ChildProcess(Process process, String said) {
        this.process = process;
        this.said = said;
    }

    /**
     * Starts a JVM and waits until it is ready.
     *
     * @param jvm options of its JVM
     */
    public static ChildProcess start(Path log, List<String> jvm, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(args));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(SIGN)) {
                return new ChildProcess(process, line.substring(SIGN.length()));
            }
        }
        throw new IOException(main.getSimpleName() + " ended before it was ready; it wrote to " + log);
    }

    /** The words of the line that it printed when it was ready. */
    public List<String> said() {
        return List.of(said.split(" ", -1));
    }

    public long pid() {
        return process.pid();
    }

    /** Sends SIGKILL; returns when the process has ended. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
