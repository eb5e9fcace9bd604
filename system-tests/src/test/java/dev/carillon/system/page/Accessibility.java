package dev.carillon.system.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks accessibility with axe-core, which the build of the page installs. */
final class Accessibility {
    private static final Path AXE = Path.of("../console/page/node_modules/axe-core/axe.min.js");

    private static final String ASK = """
        const done = arguments[arguments.length - 1];
        axe.run().then(found => done(found.violations
            .filter(one => one.impact === 'serious' || one.impact === 'critical')
            .map(one => one.id + ' (' + one.impact + '): ' + one.nodes.slice(0, 3)
                .map(node => node.html.slice(0, 200) + ' ' + (node.any[0] ? node.any[0].message : '')).join('; '))));
        """;

    private final String axe;

    Accessibility() {
        try {
            axe = Files.readString(AXE);
        } catch (IOException e) {
            throw new UncheckedIOException("axe-core is missing: build the page first", e);
        }
    }

    /** The serious and critical barriers on the current page. */
    List<String> barriers(Browser browser) {
        return browser.ask(axe, ASK);
    }
}
