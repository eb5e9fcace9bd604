package dev.carillon.system.running;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One broker for all test classes of this JVM; JUnit closes it when the last test has ended. */
public final class SharedBrokers implements AutoCloseable {
    /** {@code embedded} or {@code containers}. */
    private static final String WHICH = System.getProperty("carillon.kafka", "embedded");

    private final Path data;
    private final Brokers brokers;

    SharedBrokers() {
        try {
            data = Files.createTempDirectory("carillon-system-tests");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path kafka = data.resolve("brokers");
        brokers = inContainers() ? new ContainerBrokers(kafka) : new EmbeddedBrokers(kafka);
    }

    static boolean inContainers() {
        return WHICH.equals("containers");
    }

    Brokers brokers() {
        return brokers;
    }

    /** The directory for the data of services. */
    Path data() {
        return data;
    }

    @Override
    public void close() throws IOException {
        brokers.close();
        try (Stream<Path> files = Files.walk(data)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
