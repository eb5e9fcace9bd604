package dev.carillon.kit.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.lifecycle.StatefulService;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Real signals to a real process. */
class ProcessTest {
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
        return new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Main.class.getName(), kind)
                .redirectErrorStream(true)
                .start();
    }

    private static void signal(Process process, String name) throws Exception {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private static void awaitLine(BufferedReader output, String part) throws Exception {
        String line = output.readLine();
        while (line != null && !line.contains(part)) {
            line = output.readLine();
        }
        assertThat(line).as("a line with '%s' before the process ends", part).isNotNull();
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
