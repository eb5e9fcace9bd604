package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs kcat, the command line of librdkafka. */
final class Kcat {
    private static final Path PROGRAM = Path.of("/usr/bin/kcat");
    private static final long LONGEST_SECONDS = 60;

    private final String bootstrapServers;
    private final Path folder;

    Kcat(String bootstrapServers, Path folder) {
        this.bootstrapServers = bootstrapServers;
        this.folder = folder;
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    /** Produces one record per line; with a delimiter in the options, the part before it is the key. */
    void produce(String topic, List<String> lines, String... options) throws IOException, InterruptedException {
        Path input = Files.writeString(folder.resolve("lines"), String.join("\n", lines) + "\n");
        List<String> arguments = new ArrayList<>(List.of("-P", "-t", topic));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-l", input.toString()));
        run(arguments);
    }

    /** Consumes all values of a topic up to its end. */
    List<String> consume(String topic) throws IOException, InterruptedException {
        return run(List.of("-C", "-t", topic, "-o", "beginning", "-e", "-q", "-X", "isolation.level=read_committed"));
    }

    private List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-b", bootstrapServers));
        command.addAll(arguments);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertThat(ended).as(command + " ended in time").isTrue();
        assertThat(process.exitValue()).as(command + " printed " + lines).isZero();
        return lines;
    }
}
