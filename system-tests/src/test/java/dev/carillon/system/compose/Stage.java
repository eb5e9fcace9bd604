package dev.carillon.system.compose;

import dev.carillon.kit.net.UnusedPort;
import dev.carillon.system.running.Brokers;
import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs the commands of containers as child processes, with the environment of the compose file except for addresses,
 * ports and directories.
 */
final class Stage {
    private static final String ADMIN_PORT = "CARILLON_ADMIN_PORT";
    private static final String CONSOLE_PORT = "CARILLON_CONSOLE_PORT";
    private static final String OPTIONS_IN_IMAGE = "/opt/carillon/jvm.options";
    private static final int JAVA_OF_THE_IMAGE = 25;
    private static final String DATA_IN_CONTAINER = "/var/lib/carillon";

    private final ImageFile image;
    private final Map<String, String> addresses;
    private final Path folder;
    private final Path options;

    Stage(ImageFile image, Brokers brokers, Path folder) throws IOException {
        this.image = image;
        this.addresses = Map.of("kafka:9092", brokers.bootstrapServers(), "zookeeper:2181", brokers.zooKeeperConnect());
        this.folder = folder;
        this.options = folder.resolve("jvm.options");
        Files.writeString(options, String.join("\n", optionsOf(Files.readAllLines(inProject(OPTIONS_IN_IMAGE)))));
    }

    /** The options that the JVM of this test knows, which may be older than the image's. */
    private static List<String> optionsOf(List<String> lines) {
        return lines.stream()
                .filter(line -> Runtime.version().feature() >= JAVA_OF_THE_IMAGE || !line.startsWith("--"))
                .toList();
    }

    /** A service that runs as a child process. */
    record StartedContainer(ComposeService service, ChildProcess process, Map<String, String> environment) {}

    /** Starts a service with its own command, or with the one given instead. */
    StartedContainer start(ComposeService service, String... instead) throws IOException {
        Map<String, String> environment = environment(service);
        List<String> command = new ArrayList<>(entrypoint());
        command.addAll(instead.length > 0 ? List.of(instead) : service.command());
        return new StartedContainer(service, ChildProcess.start(builder(command, environment)), environment);
    }

    /** Whether its own health check succeeds. */
    boolean isHealthy(StartedContainer container) throws Exception {
        return succeeds(builder(healthCheck(container.service()), container.environment()));
    }

    /** Whether the health check of a service that the tests already run succeeds at this address. */
    boolean isHealthy(ComposeService service, String addressInContainer, String address) throws Exception {
        String[] from = addressInContainer.split(":", 2);
        String[] to = address.split(":", 2);
        List<String> check = service.healthCheck().stream()
                .map(word -> word.replace(from[0] + "/" + from[1], to[0] + "/" + to[1]))
                .toList();
        return succeeds(builder(check, Map.of()));
    }

    private static boolean succeeds(ProcessBuilder check) throws Exception {
        Process process = check.redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    /** The entrypoint of the image, with the project's files and class path in place of the image's. */
    private List<String> entrypoint() {
        List<String> entrypoint = image.last("ENTRYPOINT").exec();
        List<String> words = new ArrayList<>();
        for (String word : entrypoint.subList(1, entrypoint.indexOf("-jar"))) {
            words.add(word.equals("@" + OPTIONS_IN_IMAGE) ? "@" + options : word);
        }
        words.add("-Duser.home=" + folder);
        List<String> command = ChildProcess.java(words.toArray(String[]::new));
        command.add("dev.carillon.standalone.Carillon");
        return command;
    }

    private List<String> healthCheck(ComposeService service) {
        List<String> check = new ArrayList<>(service.healthCheck());
        check.set(0, inProject("/usr/local/bin/" + check.get(0)).toString());
        return check;
    }

    private Path inProject(String pathInImage) {
        return ProjectFiles.of(image.sourceOf(pathInImage));
    }

    private Map<String, String> environment(ComposeService service) {
        Map<String, String> environment = new TreeMap<>();
        service.environment().forEach((name, value) -> environment.put(name, here(value)));
        environment.computeIfPresent(ADMIN_PORT, (name, port) -> Integer.toString(UnusedPort.onLoopback()));
        environment.computeIfPresent(CONSOLE_PORT, (name, port) -> Integer.toString(UnusedPort.onLoopback()));
        return environment;
    }

    private String here(String value) {
        return value.startsWith(DATA_IN_CONTAINER)
                ? folder + value.substring(DATA_IN_CONTAINER.length())
                : addresses.getOrDefault(value, value);
    }

    private ProcessBuilder builder(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        // Settings of Carillon may come from the compose file only.
        builder.environment().keySet().removeIf(name -> name.startsWith("CARILLON_"));
        builder.environment().putAll(environment);
        return builder;
    }
}
