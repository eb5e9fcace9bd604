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

/** A page of the documentation that is made from the code. */
final class GeneratedPage {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String MAIN = "src/main/java";
    private static final String HOW_TO = "mvn verify -Dcarillon.docs=write";
    private static final String NOTE = "<!-- Made from the code. Change the code, then run: " + HOW_TO + " -->\n\n";

    private GeneratedPage() {}

    /** Compares the page with what the code says now, or with {@code -Dcarillon.docs=write} writes it. */
    static void compare(String name, String title, String body) throws IOException {
        Path page = ROOT.resolve("docs").resolve(name);
        String wanted = "# " + title + "\n\n" + NOTE + body.strip() + "\n";
        if ("write".equals(System.getProperty("carillon.docs"))) {
            Files.writeString(page, wanted, StandardCharsets.UTF_8);
        }
        String found = Files.exists(page) ? Files.readString(page, StandardCharsets.UTF_8) : "";
        assertThat(found).as("docs/%s is out of date; run: %s", name, HOW_TO).isEqualTo(wanted);
    }

    /** The main sources of all modules, with their text. */
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

    /** The class of this simple name that a source file holds, at its top or within. */
    static Class<?> classIn(Path source, String name) {
        String path = source.toString().replace(File.separatorChar, '/');
        String outer = path.replaceFirst(".*/" + MAIN + "/", "")
                .replaceFirst("\\.java$", "")
                .replace('/', '.');
        try {
            return Class.forName(outer.endsWith("." + name) ? outer : outer + "$" + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(source + " holds no class " + name, e);
        }
    }

    /** Text as it may stand in a cell of a table. */
    static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
