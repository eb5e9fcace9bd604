package dev.carillon.system.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the files of the examples. */
final class ExampleFolder {
    private static final Path ROOT = Path.of("..", "examples").toAbsolutePath().normalize();

    private ExampleFolder() {}

    static Path file(String path) {
        return ROOT.resolve(path);
    }

    static Path java(String name) {
        return ROOT.resolve("src/main/java/dev/carillon/examples").resolve(name + ".java");
    }

    /** The lines of code, without blank lines, imports, package and comments. */
    static List<String> codeOf(Path javaFile) throws IOException {
        return Files.readAllLines(javaFile).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty()
                        && !line.startsWith("import ")
                        && !line.startsWith("package ")
                        && !line.startsWith("/")
                        && !line.startsWith("*"))
                .toList();
    }
}
