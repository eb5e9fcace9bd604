package dev.carillon.kit.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.lifecycle.StatefulService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sends real signals to a real process. */
class ProcessTest {
    private static final String DEFAULT_INTERRUPT = "--default-signal=INT";

    @Test
    void terminateEndsWithZero() throws Exception {
        Process process = start("quick");
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(output, "running");
            signal(process, "TERM");
            awaitLine(output, "stopped");
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void secondInterruptEndsAtOnce() throws Exception {
        Process process = start("hanging");
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(output, "running");
            signal(process, "INT");
            awaitLine(output, "stopping");
            signal(process, "INT");
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(String kind) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>();
        if (new ProcessBuilder("env", DEFAULT_INTERRUPT, "true").start().waitFor() == 0) {
            // A build that a script runs in the background ignores SIGINT, and its children would too.
            command.addAll(List.of("env", DEFAULT_INTERRUPT));
        }
        command.addAll(List.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName(), kind));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void signal(Process process, String name) throws Exception {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private static void awaitLine(BufferedReader output, String part) throws Exception {
        String line = nextLine(output, part);
        while (line != null && !line.contains(part)) {
            line = nextLine(output, part);
        }
        assertThat(line).as("a line with '%s' before the process ends", part).isNotNull();
    }

    private static @Nullable String nextLine(BufferedReader output, String part) throws Exception {
        return CompletableFuture.supplyAsync(() -> read(output))
                .orTimeout(60, TimeUnit.SECONDS)
                .exceptionally(e -> {
                    throw new AssertionError("no line with '" + part + "' within a minute", e);
                })
                .get();
    }

    private static @Nullable String read(BufferedReader output) {
        try {
            return output.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process under test. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws Exception {
            System.exit(RunUntilStopped.asProcess(new Talking(arguments[0].equals("hanging")), Duration.ofSeconds(60)));
        }
    }

    private static final class Talking extends StatefulService {
        private final boolean hangs;

        private Talking(boolean hangs) {
            super("talking");
            this.hangs = hangs;
        }

        @Override
        protected void startUp() {
            say("running");
        }

        @Override
        protected void shutDown(Duration within) throws InterruptedException {
            if (hangs) {
                say("stopping");
                new CountDownLatch(1).await();
            }
            say("stopped");
        }

        private static void say(String line) {
            org.slf4j.LoggerFactory.getLogger(ProcessTest.class).info(line);
        }
    }
}
