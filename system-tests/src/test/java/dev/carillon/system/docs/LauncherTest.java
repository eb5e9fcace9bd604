package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the launcher, in a directory with spaces in its name, with a jar that records how it was started. */
@Timeout(60)
class LauncherTest {
    private static final long LONGEST_SECONDS = 30;

    private Path folder = Path.of("");
    private Path launcher = Path.of("");

    @BeforeEach
    void installIt(@TempDir Path given) throws IOException {
        folder = given;
        Path home = Files.createDirectories(folder.resolve("my own programs"));
        launcher = Files.copy(Path.of("..", "carillon"), home.resolve("carillon"));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        makeJar(Files.createDirectories(home.resolve("standalone/target")).resolve("carillon.jar"));
    }

    @Test
    void wordsWithSpacesArriveAsTheyAreAndTheExitCodeComesBack() throws Exception {
        assertThat(run(launcher, Map.of(), "once", "echo  'up' run", "", "fail"))
                .isEqualTo(3);

        assertThat(seen().get(0)).isEqualTo("once|echo  'up' run||fail");
    }

    @Test
    void linksToItAreFollowed() throws Exception {
        Path other = Files.createDirectories(folder.resolve("bin of mine"));
        Files.createSymbolicLink(other.resolve("first"), Path.of("..", "my own programs", "carillon"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), other.resolve("first"));

        assertThat(run(second, Map.of(), "version")).isZero();

        assertThat(seen().get(0)).isEqualTo("version");
    }

    @Test
    void rolesAreCompiledInFullAndAllElseQuickly() throws Exception {
        run(launcher, Map.of(), "--namespace", "up", "--debug", "run", "worker");
        assertThat(seen().get(1)).contains("-Xmx384m -XX:NewRatio=1").doesNotContain("TieredStopAtLevel");
        run(launcher, Map.of(), "run", "trigger,worker");
        assertThat(seen().get(1)).contains("-Xmx384m").doesNotContain("NewRatio", "TieredStopAtLevel");

        run(launcher, Map.of("CARILLON_JAVA_OPTS", "-Xmx99m -Dx=y"), "once", "up");
        assertThat(seen().get(1)).contains("-XX:TieredStopAtLevel=1", "-Xmx99m -Dx=y");

        run(launcher, Map.of(), "up", "--demo");
        assertThat(seen().get(1)).contains("-XX:TieredStopAtLevel=1", "-Xms64m");
    }

    @Test
    void classesGivenTakeThePlaceOfTheJarAndAreNotPassedOn() throws Exception {
        Path classes = folder.resolve("classes");
        Path main = classes.resolve("dev/carillon/standalone/Carillon.class");
        Files.createDirectories(main.getParent());
        Files.writeString(main, "not a class");

        assertThat(run(launcher, Map.of("CARILLON_CLASS_PATH", classes.toString()), "version"))
                .isEqualTo(1);
        assertThat(Files.exists(probe())).isFalse();

        run(launcher, Map.of(), "version");
        assertThat(seen().get(2)).isEqualTo("no class path set");
    }

    @Test
    void anOldJavaIsRefusedInWords() throws Exception {
        Path java = Files.createDirectories(folder.resolve("old jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'java version \"1.8.0_402\"' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(run(launcher, Map.of("JAVA_HOME", folder.resolve("old jdk").toString()), "version"))
                .isEqualTo(2);

        assertThat(Files.readString(folder.resolve("output"))).contains("is Java 1.8.0_402", "[JAVA_TOO_OLD]");
    }

    private int run(Path what, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(what.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PROBE", probe().toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Path probe() {
        return folder.resolve("probe");
    }

    private List<String> seen() throws IOException {
        return Files.readAllLines(probe());
    }

    private static void makeJar(Path jar) throws IOException {
        String entry = LauncherProbe.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, LauncherProbe.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream code =
                        Objects.requireNonNull(LauncherProbe.class.getResourceAsStream("/" + entry), entry)) {
            out.putNextEntry(new ZipEntry(entry));
            code.transferTo(out);
            out.closeEntry();
        }
    }
}
