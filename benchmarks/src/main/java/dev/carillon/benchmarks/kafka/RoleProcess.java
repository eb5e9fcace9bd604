package dev.carillon.benchmarks.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** One instance of a role in a separate JVM that can get signals; after its end it can be started again unchanged. */
public final class RoleProcess implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration START = Duration.ofMinutes(2);
    private static final long LOOK_MILLIS = 50;
    private static final int OK = 200;
    /** Options for JVMs that live for seconds only and share two processors. */
    public static final List<String> SHORT_LIVED =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    /** The JVM options of {@code carillon run}. */
    public static final List<String> AS_LAUNCHED = List.of("-Xmx384m", "-XX:+UseSerialGC");

    /** The JVM options of {@code carillon run worker}. */
    public static final List<String> WORKER_AS_LAUNCHED = List.of("-Xmx384m", "-XX:NewRatio=1", "-XX:+UseSerialGC");

    private final HttpClient client = HttpClient.newHttpClient();
    private final String role;
    private final String name;
    private final Path log;
    private final List<String> jvm;
    private final int port;
    private final Map<String, String> environment;
    private Process process;

    /** Starts the process; it is ready a little later. */
    public RoleProcess(String role, String name, Path dir, List<String> jvm, Map<String, String> settings)
            throws IOException {
        this.jvm = jvm;
        this.role = role;
        this.name = name;
        this.log = dir.resolve(name + ".log");
        this.port = freePort();
        this.environment = new TreeMap<>(settings);
        environment.put("CARILLON_ADMIN_PORT", Integer.toString(port));
        this.process = launch();
    }

    /** A port of this machine that nothing listens on. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process launch() throws IOException {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command()
                .add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        builder.command().addAll(jvm);
        builder.command().addAll(List.of("-cp", System.getProperty("java.class.path")));
        builder.command().addAll(List.of("dev.carillon.standalone.Carillon", "run", role));
        builder.environment().keySet().removeIf(variable -> variable.startsWith("CARILLON_"));
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    @Override
    public String toString() {
        return name;
    }

    public void awaitReady() throws Exception {
        long end = System.nanoTime() + START.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException(name + " does not get ready; it wrote to " + log);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return process.isAlive() && !get("/readyz").isEmpty();
        } catch (IOException e) {
            return false; // It does not listen yet.
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWER)
                .build();
        var answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != OK) {
            throw new IOException(name + " answers " + answer.statusCode());
        }
        return answer.body();
    }

    /** The sum over all tags of a meter; 0 where it does not exist. */
    public double meter(String meter) throws IOException, InterruptedException {
        return meter(meter, "");
    }

    /** The sum over all series with this tag, spelled {@code name="value"}. */
    public double meter(String meter, String tag) throws IOException, InterruptedException {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(meter + " ") || line.startsWith(meter + "{"))
                .filter(line -> line.contains(tag))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    public boolean leads() throws InterruptedException {
        try {
            return process.isAlive() && meter("carillon_trigger_leader") > 0;
        } catch (IOException e) {
            return false; // A process that does not answer is about to end, or is suspended.
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends SIGKILL; returns when the process has ended. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    public void awaitEnd() throws InterruptedException {
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " does not end; it wrote to " + log);
        }
    }

    /** STOP or CONT. */
    public void signal(String signal) throws Exception {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("kill -" + signal + " of " + name + " failed");
        }
    }

    public void startAgain() throws IOException {
        process = launch();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
