package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program in another language, with the broker's address and the namespace in its environment. */
final class ForeignProgram implements AutoCloseable {
    private static final String PYTHON = "/usr/bin/python3";
    private static final long LONGEST_SECONDS = 60;

    private final List<String> command;
    private final Path output;
    private final Process process;

    private ForeignProgram(List<String> command, Path output, Process process) {
        this.command = command;
        this.output = output;
        this.process = process;
    }

    static boolean pythonClientIsInstalled() throws IOException, InterruptedException {
        return Files.isExecutable(Path.of(PYTHON))
                && new ProcessBuilder(PYTHON, "-c", "import confluent_kafka")
                                .start()
                                .waitFor()
                        == 0;
    }

    static ForeignProgram python(Path script, RunningCarillon carillon, Path folder, String... environment)
            throws IOException {
        return start(List.of(PYTHON, script.toString()), carillon, folder, environment);
    }

    static ForeignProgram shell(String script, RunningCarillon carillon, Path folder) throws IOException {
        return start(List.of("sh", "-euc", script), carillon, folder);
    }

    /** Starts it; further environment variables are given as name=value. */
    private static ForeignProgram start(
            List<String> command, RunningCarillon carillon, Path folder, String... environment) throws IOException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("BROKERS", carillon.brokers().bootstrapServers());
        builder.environment().put("NAMESPACE", carillon.names().namespace());
        for (String variable : environment) {
            String[] parts = variable.split("=", 2);
            builder.environment().put(parts[0], parts[1]);
        }
        return new ForeignProgram(command, output, builder.start());
    }

    /** Waits until it has succeeded; returns its output. */
    List<String> lines() throws IOException, InterruptedException {
        boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        List<String> lines = Files.readAllLines(output);
        assertThat(ended).as("%s ended; it printed %s", command, lines).isTrue();
        assertThat(process.exitValue()).as("%s printed %s", command, lines).isZero();
        return lines;
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
