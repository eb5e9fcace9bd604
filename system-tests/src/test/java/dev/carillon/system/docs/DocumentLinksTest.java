package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

    @Test
    void everyLinkBetweenDocumentsLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            for (MatchResult link : links(document)) {
                String target = link.group(2);
                if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
                    broken.add(ROOT.relativize(document) + " → " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyGuaranteeNamesTestsThatExist() throws IOException {
        Path guarantees = ROOT.resolve("docs/guarantees.md");
        List<MatchResult> proofs = links(guarantees).stream()
                .filter(link -> link.group(2).endsWith("Test.java"))
                .toList();
        assertThat(proofs).hasSizeGreaterThan(30);
        for (MatchResult proof : proofs) {
            String code = Files.readString(guarantees.resolveSibling(proof.group(2)));
            assertThat(code)
                    .as("%s in %s", proof.group(1), proof.group(2))
                    .containsPattern("(void|class) " + Pattern.quote(proof.group(1)) + "\\b");
        }
    }

    @Test
    void everyGuaranteeOfTheDesignHasItsPlace() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/guarantees.md"));
        for (int number = 1; number <= 12; number++) {
            assertThat(text).containsPattern("\\bG" + number + "\\b");
        }
    }

    private static List<MatchResult> links(Path document) throws IOException {
        return LINK.matcher(Files.readString(document)).results().toList();
    }

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/decisions"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        assertThat(documents).hasSizeGreaterThan(8);
        return documents;
    }
}
