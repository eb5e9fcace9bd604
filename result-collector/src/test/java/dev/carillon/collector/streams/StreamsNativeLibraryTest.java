package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In JVMs of their own: a process loads the library once and for all. */
final class StreamsNativeLibraryTest {
    @Test
    void aDirectoryThatTakesNoLibraryIsNamedWithTheWayOut(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("missing");
        assertThat(said(missing))
                .contains(missing.toString())
                .contains("-Djava.io.tmpdir=")
                .contains("noexec");
    }

    @Test
    void elsewhereItIsLoaded(@TempDir Path folder) throws Exception {
        assertThat(said(folder)).doesNotContain("Exception");
    }

    private static String said(Path temporaryFiles) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporaryFiles,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return output.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Loads the library, or ends with the error. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) {
            StreamsNativeLibrary.require();
        }
    }
}
