package dev.carillon.system.docs;

import dev.carillon.kit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment in which pages run: the launcher in an otherwise empty directory, a home directory, terminals and, if
 * needed, another Kafka. Commands run as on the page, except for two things: the launcher uses the classes under test
 * instead of building a jar, because Maven can't start another build within this one; and addresses are replaced by
 * free ones.
 */
final class ReadersMachine implements AutoCloseable {
    private static final Duration UP_WITHIN = Duration.ofMinutes(2);
    private static final Path LAUNCHER =
            Path.of("..", "carillon").toAbsolutePath().normalize();

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Path folder;
    private final Map<String, TerminalWindow> windows = new LinkedHashMap<>();
    private final Map<String, String> addresses = new ConcurrentHashMap<>();
    private @Nullable Process ownKafka;

    ReadersMachine(Path folder) {
        this.folder = folder;
    }

    synchronized TerminalWindow window(String name) throws IOException {
        TerminalWindow known = windows.get(name);
        if (known != null) {
            return known;
        }
        Path directory = Files.createDirectories(folder.resolve(laneOf(name)));
        Path launcher = directory.resolve("carillon");
        if (!Files.exists(launcher)) {
            Files.createSymbolicLink(launcher, LAUNCHER);
        }
        Path notes = Files.createDirectories(folder.resolve("notes-" + name));
        TerminalWindow opened = new TerminalWindow(directory, notes, environment());
        windows.put(name, opened);
        return opened;
    }

    /** Terminals {@code own} and {@code own.second} share a directory and a lane, so they take turns. */
    static String laneOf(String window) {
        return window.replaceAll("\\.[a-z]+$", "");
    }

    private Map<String, String> environment() throws IOException {
        return Map.of(
                "HOME", Files.createDirectories(folder.resolve("home")).toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "CARILLON_CLASS_PATH", classPath(),
                // The format that a terminal gets; without one, logs are JSON.
                "CARILLON_LOG_FORMAT", "text",
                // A busy machine must not make a page fail.
                "CARILLON_KAFKA_CONNECT_TIMEOUT", "60s");
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The commands with the addresses of this run. */
    String here(String commands) throws IOException {
        if (commands.contains("kafka-1:9092")) {
            startOwnKafka();
        }
        String text = commands;
        for (Map.Entry<String, String> address : addresses.entrySet()) {
            text = text.replace(address.getKey(), address.getValue());
        }
        return text;
    }

    /** Starts the system as the page shows, waits until it prints these words, and reads its addresses. */
    Path up(TerminalWindow window, String commands, List<String> words) throws IOException {
        Path output = window.start(commands);
        awaitWords(output, words, UP_WITHIN);
        for (String line : TerminalWindow.read(output)) {
            String[] parts = BLANKS.split(line.strip(), -1);
            switch (parts[0]) {
                case "Kafka" -> addresses.put("127.0.0.1:9092", parts[1]);
                case "ZooKeeper" -> addresses.put("127.0.0.1:2181", parts[1]);
                case "Page" -> addresses.put("127.0.0.1:8080", parts[1].replace("http://", ""));
                case "Admin" -> {
                    String admin = parts[1].replaceAll("http://|/readyz", "");
                    addresses.put("127.0.0.1:8650", admin);
                    // No request leaves this machine: the admin address takes the place of the internet.
                    addresses.put("https://example.org/", "http://" + admin + "/livez");
                }
                default -> {} // The other lines have no address.
            }
        }
        return output;
    }

    private synchronized void startOwnKafka() throws IOException {
        if (ownKafka != null) {
            return;
        }
        Path where = folder.resolve("own-kafka.addresses");
        ownKafka = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath(),
                        StandInCluster.class.getName(),
                        folder.resolve("own-kafka").toString(),
                        where.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("own-kafka.log").toFile())
                .start();
        Eventually.that("the second Kafka is up", UP_WITHIN, () -> text(where).endsWith("\n"));
        String[] parts = BLANKS.split(text(where), -1);
        addresses.put("kafka-1:9092", parts[0]);
        addresses.put("zookeeper-1:2181", parts[1]);
    }

    static void awaitWords(Path output, List<String> words, Duration within) throws IOException {
        try {
            Eventually.that(
                    words + " in what it prints", within, () -> words.stream().allMatch(text(output)::contains));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", which is:\n" + text(output), e);
        }
    }

    static String text(Path output) throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }

    @Override
    public void close() throws IOException {
        for (TerminalWindow window : windows.values()) {
            window.close();
            Files.deleteIfExists(window.directory().resolve("carillon"));
        }
        if (ownKafka != null) {
            ownKafka.destroyForcibly().onExit().join();
        }
    }
}
