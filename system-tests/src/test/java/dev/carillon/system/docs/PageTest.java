package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void theCommentBeforeABlockIsItsVerdict() {
        Block block = page(
                        "<!-- run: in=tour.second exit=1 until=\"one word\" until=other within=20",
                        "     without=\"mvn verify\" because=\"it runs this\" -->",
                        "",
                        "```sh",
                        "./carillon version",
                        "mvn verify",
                        "```")
                .blocks()
                .get(0);

        assertThat(block.judged().shell("page")).isEqualTo("tour.second");
        assertThat(block.judged().exit()).isEqualTo(1);
        assertThat(block.judged().words()).containsExactly("one word", "other");
        assertThat(block.judged().withinSeconds()).isEqualTo(20);
        assertThat(block.commands()).isEqualTo("./carillon version\n");
    }

    @Test
    void shellBlockWithoutVerdictIsFound() {
        Page page = page(
                "<!-- run -->",
                "```sh",
                "true",
                "```",
                "```bash",
                "false",
                "```",
                "<!-- run -->",
                "words",
                "```sh",
                "```");

        assertThat(page.unjudged()).hasSize(2).allMatch(problem -> problem.contains("whether this block is run"));
    }

    @Test
    void outputWithoutABlockBeforeItIsFound() {
        assertThat(page("<!-- output -->", "```text", "words", "```").unjudged())
                .containsExactly("page.md:2: is output, but nothing ran before it");
        assertThat(page("```text", "words", "```").unjudged()).hasSize(1);
    }

    @Test
    void blocksAndLinesAreLeftOutForAReasonOnly() {
        assertThatThrownBy(() -> Verdict.of("<!-- not run: -->")).hasMessageContaining("needs a reason");
        assertThatThrownBy(() -> Verdict.of("<!-- run: without=\"mvn\" -->")).hasMessageContaining("needs a reason: ");
    }

    @Test
    void misspelledVerdictIsRefused() {
        assertThatThrownBy(() -> Verdict.of("<!-- run: untill=\"words\" -->")).hasMessageContaining("untill");
    }

    @Test
    void javaThatTheReadmeShowsStandsInAnExample() throws IOException {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("../examples/src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                examples.add(Files.readString(file));
            }
        }
        List<Block> shown = Page.read("README.md").blocks().stream()
                .filter(block -> block.language().equals("java"))
                .toList();

        assertThat(shown).isNotEmpty().allSatisfy(block -> assertThat(examples)
                .anyMatch(example -> example.contains(block.text())));
    }

    private static Page page(String... lines) {
        return Page.of("page.md", List.of(lines));
    }
}
