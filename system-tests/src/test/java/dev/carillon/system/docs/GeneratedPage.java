package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Compares documentation pages with their text generated from the code, or writes them. */
final class GeneratedPage {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String MAIN = "src/main/java";
    private static final String HOW_TO = "mvn verify -Dcarillon.docs=write";
    private static final String NOTE = "<!-- Made from the code. Change the code, then run: " + HOW_TO + " -->\n\n";

    private GeneratedPage() {}

    /** Compares the page with the generated text; with {@code -Dcarillon.docs=write} writes it first. */
    static void compare(String name, String title, String body) throws IOException {
        Path page = ROOT.resolve("docs").resolve(name);
        String wanted = "# " + title + "\n\n" + NOTE + body.strip() + "\n";
        if ("write".equals(System.getProperty("carillon.docs"))) {
            Files.writeString(page, wanted, StandardCharsets.UTF_8);
        }
        String found = Files.exists(page) ? Files.readString(page, StandardCharsets.UTF_8) : "";
        assertThat(found).as("docs/%s is out of date; run: %s", name, HOW_TO).isEqualTo(wanted);
    }

    /** The texts of the main sources of all modules, by file. */
    static Map<Path, String> sources() throws IOException {
        Map<Path, String> found = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path main = module.resolve(MAIN);
                if (Files.isDirectory(main) && !module.endsWith("system-tests") && !module.endsWith("examples")) {
                    try (Stream<Path> files = Files.walk(main)) {
                        for (Path file : files.filter(one -> one.toString().endsWith(".java"))
                                .toList()) {
                            found.put(file, Files.readString(file, StandardCharsets.UTF_8));
                        }
                    }
                }
            }
        }
        assertThat(found).hasSizeGreaterThan(300);
        return found;
    }

    /** The class with this simple name in a source file, top-level or nested. */
    static Class<?> classIn(Path source, String name) {
        String path = source.toString().replace(File.separatorChar, '/');
        String outer = path.replaceFirst(".*/" + MAIN + "/", "")
                .replaceFirst("\\.java$", "")
                .replace('/', '.');
        try {
            return Class.forName(outer.endsWith("." + name) ? outer : outer + "$" + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(source + " has no class " + name, e);
        }
    }

    /** Escapes a text for a table cell. */
    static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
