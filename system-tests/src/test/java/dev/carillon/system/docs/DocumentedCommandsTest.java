package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.system.running.NeedsKcat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every shell block of the README and the usage page in bash, against one running system. */
@NeedsKcat
@Timeout(600)
class DocumentedCommandsTest {
    private static final List<String> PAGES = List.of("README.md", "docs/usage.md");

    @Test
    void everyShellBlockDoesWhatItsPageSays(@TempDir Path folder) throws Exception {
        List<Page> pages = new ArrayList<>();
        List<String> unjudged = new ArrayList<>();
        for (String name : PAGES) {
            Page page = Page.read(name);
            pages.add(page);
            unjudged.addAll(page.unjudged());
        }
        assertThat(unjudged).isEmpty();

        try (ReadersMachine machine = new ReadersMachine(folder)) {
            assertThat(new DocumentRun(machine, pages).failures()).isEmpty();
        }
    }
}
