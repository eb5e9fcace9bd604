package dev.carillon.system.crash;

import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.time.Eventually;
import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One instance of a role in its own JVM; after a kill it can be started again with the same settings. */
final class RoleProcess implements AutoCloseable {
    private final String role;
    private final String name;
    private final Map<String, String> environment;
    private final HttpAdminPages pages;
    private ChildProcess process;

    private RoleProcess(String role, String name, Map<String, String> environment, int port) throws IOException {
        this.role = role;
        this.name = name;
        this.environment = environment;
        this.pages = new HttpAdminPages(HttpClient.newHttpClient(), port);
        this.process = launch();
    }

    static RoleProcess start(String role, int number, Map<String, String> settings) throws IOException {
        int port = UnusedPort.onLoopback();
        Map<String, String> environment = new TreeMap<>(settings);
        environment.put("CARILLON_ADMIN_PORT", Integer.toString(port));
        return new RoleProcess(role, role + "-" + number, environment, port);
    }

    private ChildProcess launch() throws IOException {
        List<String> command = ChildProcess.java("-Xmx256m");
        command.addAll(List.of("dev.carillon.standalone.Carillon", "run", role));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("CARILLON_"));
        builder.environment().putAll(environment);
        return ChildProcess.start(builder);
    }

    String role() {
        return role;
    }

    String name() {
        return name;
    }

    String setting(String variable) {
        return environment.getOrDefault(variable, "");
    }

    double meter(String meter) throws IOException, InterruptedException {
        return pages.meter(meter);
    }

    void awaitReady(Duration within) {
        Eventually.that(name + " is ready", within, () -> {
            if (!process.isAlive()) {
                throw new AssertionError(name + " has ended:\n" + process.lastOutput());
            }
            return pages.areReady();
        });
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    void startAgain() throws IOException {
        process = launch();
    }

    String lastOutput() {
        return name + (process.isAlive() ? " is alive" : " is dead") + "; last output:\n" + process.lastOutput();
    }

    @Override
    public void close() {
        process.close();
    }
}
