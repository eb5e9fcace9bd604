package dev.carillon.system.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/decisions/README.md} with the decision records. */
class DecisionsPageTest {
    private static final Path DECISIONS = Path.of("../docs/decisions");
    private static final String HEAD = """
        Each record says what was decided, why, and what was not taken. Numbers have gaps: they were given in blocks, by
        subject, and none is missing.

        | | |
        |---|---|
        """;

    @Test
    void everyRecordIsListedByItsTitle() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        for (Path record : records()) {
            String title = Files.readAllLines(record).get(0).replaceFirst("^# \\d{4}( –|:) ", "");
            String name = String.valueOf(record.getFileName());
            page.append("| [")
                    .append(name, 0, 4)
                    .append("](")
                    .append(name)
                    .append(") | ")
                    .append(title)
                    .append(" |\n");
        }
        GeneratedPage.compare("decisions/README.md", "Decisions", page.toString());
    }

    private static List<Path> records() throws IOException {
        try (Stream<Path> all = Files.list(DECISIONS)) {
            return all.filter(file -> String.valueOf(file.getFileName()).matches("\\d{4}-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }
}
