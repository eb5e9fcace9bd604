package dev.carillon.system.compose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the project's files for containers. */
final class ProjectFiles {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>carillon</artifactId>\\s*<version>([^<]+)</version>");
    /** Lines that are commented out begin with one #, explanations with two. */
    private static final Pattern SWITCHED_OFF = Pattern.compile("(?m)^#(?!#)");

    private ProjectFiles() {}

    static Path of(String name) {
        return ROOT.resolve(name);
    }

    static String version() throws IOException {
        Matcher matcher = VERSION.matcher(Files.readString(of("pom.xml")));
        if (!matcher.find()) {
            throw new AssertionError("pom.xml names no version");
        }
        return matcher.group(1);
    }

    static ComposeFile compose() throws IOException {
        return ComposeFile.read(of("docker-compose.yml"), Map.of());
    }

    static ComposeFile overrideExample() throws IOException {
        return ComposeFile.read(of("docker-compose.override.yml.example"), Map.of());
    }

    /** The example with all lines that are commented out switched on. */
    static ComposeFile wholeOverrideExample() throws IOException {
        String text = Files.readString(of("docker-compose.override.yml.example"));
        return ComposeFile.parse(SWITCHED_OFF.matcher(text).replaceAll(""), Map.of());
    }

    static ImageFile image() throws IOException {
        return ImageFile.parse(Files.readString(of("deploy/Dockerfile")));
    }
}
