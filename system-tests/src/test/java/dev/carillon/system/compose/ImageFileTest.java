package dev.carillon.system.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.system.compose.ImageFile.Instruction;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ImageFileTest {
    private static final String STAGE = "--from=";

    private final ImageFile image;

    ImageFileTest() throws IOException {
        image = ProjectFiles.image();
    }

    @Test
    void basesArePinned() {
        assertThat(image.all("FROM").map(from -> from.words().get(0)))
                .as("one to build the page, one to build the jar, one to run it")
                .hasSize(3)
                .allMatch(base -> base.matches("[a-z-]+:\\d[A-Za-z0-9.-]+"));
    }

    @Test
    void nothingRunsAsRoot() {
        assertThat(image.lastStage().last("USER").rest()).matches("[1-9]\\d+:[1-9]\\d+");
    }

    @Test
    void signalsReachTheProgram() {
        assertThat(image.lastStage().all("ENTRYPOINT")).singleElement().matches(Instruction::isExecForm);
        assertThat(image.lastStage().all("CMD")).singleElement().matches(Instruction::isExecForm);
    }

    @Test
    void everythingThatIsCopiedIsThereAndNotIgnored() throws IOException {
        List<String> ignored = Files.readAllLines(ProjectFiles.of(".dockerignore")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(image.all("COPY").filter(copy -> stage(copy).isEmpty()))
                .isNotEmpty()
                .allSatisfy(copy -> {
                    String source = copy.paths().get(0);
                    assertThat(ProjectFiles.of(source)).exists();
                    assertThat(ignored).noneMatch(pattern -> FileSystems.getDefault()
                            .getPathMatcher("glob:" + pattern)
                            .matches(Path.of(source)));
                });
        assertThat(ignored).contains(".git", "**/target");
    }

    @Test
    void theJarComesFromTheBuildUnderTheNameThatItHasThere() throws IOException {
        Instruction jar = image.lastStage()
                .all("COPY")
                .filter(copy -> stage(copy).isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(image.all("FROM").map(Instruction::rest))
                .anyMatch(from -> from.endsWith(" AS " + stage(jar).orElseThrow()));
        Path built = Path.of(jar.paths().get(0));
        assertThat(image.all("WORKDIR").findFirst().orElseThrow().rest()).isEqualTo("/build");
        assertThat(built.getParent()).isEqualTo(Path.of("/build/standalone/target"));
        assertThat(Files.readString(ProjectFiles.of("standalone/pom.xml"))).contains("/" + built.getFileName() + "<");
        assertThat(image.last("ENTRYPOINT").exec()).endsWith("-jar", jar.paths().get(1));
    }

    @Test
    void theVersionIsThatOfTheProject() throws IOException {
        assertThat(image.last("ARG").rest()).isEqualTo("VERSION=" + ProjectFiles.version());
        assertThat(image.last("LABEL").rest()).contains("org.opencontainers.image.version=\"${VERSION}\"");
    }

    private static Optional<String> stage(Instruction copy) {
        return copy.options().stream()
                .filter(option -> option.startsWith(STAGE))
                .map(option -> option.substring(STAGE.length()))
                .findFirst();
    }
}
