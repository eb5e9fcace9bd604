package dev.carillon.standalone.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The file {@code ~/.carillon/up-<process>.yaml}, by which commands find a running {@code carillon up}. It holds plain
 * configuration. A file whose process has died is ignored.
 */
public final class RunningFile implements AutoCloseable {
    private static final String PREFIX = "up-";
    private static final String SUFFIX = ".yaml";

    private final Path file;

    private RunningFile(Path file) {
        this.file = file;
    }

    /** The file of the running {@code up} that started last. */
    public static Optional<Path> find(Path home) {
        Path directory = directory(home);
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(RunningFile::isOfLivingProcess).max(Comparator.comparing(RunningFile::modified));
        } catch (IOException e) {
            // Safe: commands then try the default address.
            return Optional.empty();
        }
    }

    public static RunningFile write(Path home, long process, Map<String, String> settings) {
        Path file = directory(home).resolve(PREFIX + process + SUFFIX);
        StringBuilder text = new StringBuilder("# A running `carillon up`, process " + process + "\n");
        new TreeMap<>(settings)
                .forEach((key, value) ->
                        text.append(key).append(": \"").append(value).append("\"\n"));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RunningFile(file);
    }

    public Path path() {
        return file;
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Safe: the process is about to end, and the file of a dead process is ignored.
            file.toFile().deleteOnExit();
        }
    }

    private static Path directory(Path home) {
        return home.resolve(".carillon");
    }

    private static boolean isOfLivingProcess(Path file) {
        String name = file.getFileName().toString();
        if (!name.matches("up-[0-9]{1,18}\\.yaml")) {
            return false;
        }
        long process = Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
        return ProcessHandle.of(process).isPresent();
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return 0; // Safe: its process has just ended and deleted it.
        }
    }
}
