package dev.carillon.schemas.contract;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A golden sample: the bytes of a record of a released version. */
record Sample(Kind<?> kind, Path file) {
    static final Path FOLDER = Path.of("src/main/resources/dev/carillon/schemas/samples");

    static List<Sample> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> new Sample(kindOf(file), file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Sample> of(Kind<?> kind) {
        return all().stream().filter(sample -> sample.kind.equals(kind)).toList();
    }

    /** The kind with the longest name that the file's name begins with. */
    private static Kind<?> kindOf(Path file) {
        String name = file.getFileName().toString();
        return Kind.ALL.stream()
                .filter(kind -> name.startsWith(kind.name() + "-"))
                .max(Comparator.comparingInt((Kind<?> kind) -> kind.name().length()))
                .orElseThrow(() -> new IllegalStateException("no kind for " + file));
    }

    String name() {
        return FOLDER.relativize(file).toString().replace('\\', '/');
    }

    boolean isMinimal() {
        return name().endsWith("-minimal.json");
    }

    byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode json() {
        return Json.read(bytes());
    }

    /** Decoded and encoded again. */
    byte[] roundTrip() {
        return roundTrip(kind, bytes());
    }

    static <T> byte[] roundTrip(Kind<T> kind, byte[] bytes) {
        return kind.encode(kind.decode(bytes));
    }

    @Override
    public String toString() {
        return name();
    }
}
