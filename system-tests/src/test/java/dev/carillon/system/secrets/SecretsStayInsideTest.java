package dev.carillon.system.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.net.UnusedPort;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.ChildProcess;
import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sets a canary as every secret, in every way to configure it, and searches all output for it. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
@Timeout(120)
final class SecretsStayInsideTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String[][] SHOWN = {
        {"config", "show", "--origin"}, {"config", "show", "--origin", "-o", "json"}
    };

    private final Path folder;

    SecretsStayInsideTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private static String variable(String key) {
        return "CARILLON_" + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** The outputs of the command with the setting as flag, variable, secret file and configuration file. */
    private List<String> outputsOf(String key, String value, String... command) throws IOException {
        String nested = key + ": \"" + value + "\"\n";
        List<String> output = new ArrayList<>();
        output.add(new CommandLine(folder).run(and(command, "--" + key + "=" + value)));
        output.add(new CommandLine(folder).with(variable(key), value).run(command));
        output.add(new CommandLine(folder)
                .with(variable(key) + "_FILE", file("secret", value + "\n").toString())
                .run(command));
        output.add(new CommandLine(folder)
                .run(and(command, "--config", file("settings.yaml", nested).toString())));
        return output;
    }

    private static String[] and(String[] command, String... more) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void theConfigurationIsShownWithoutSecretsWhateverTheyCameBy() throws IOException {
        for (String key : Canary.keys()) {
            for (String[] command : SHOWN) {
                // Alone, most secrets contradict other settings, so this also covers error messages.
                for (String output : outputsOf(key, Canary.VALUE, command)) {
                    Canary.staysInside(key + " in " + String.join(" ", command), output);
                    assertThat(output).as(key + " was set at all").contains(key);
                }
            }
        }
        for (String[] command : SHOWN) {
            String output = new CommandLine(folder)
                    .with("CARILLON_KAFKA_SASL_PASSWORD", Canary.VALUE)
                    .run(and(
                            command,
                            "--kafka.security-protocol=sasl-plaintext",
                            "--kafka.sasl.mechanism=plain",
                            "--kafka.sasl.username=carillon"));
            Canary.staysInside("a whole login", output);
            assertThat(output).as("the password is set").contains("******");
        }
    }

    @Test
    void mistakesAreNamedWithoutRepeatingTheSecret() throws IOException {
        String longer = (Canary.VALUE + " ").repeat(1_000);
        for (String key : Canary.keys()) {
            for (String output : outputsOf(key, longer, "config", "show")) {
                Canary.staysInside(key + ", too long", output);
            }
            for (String output : outputsOf(key + "x", Canary.VALUE, "config", "show")) {
                Canary.staysInside(key + ", mistyped", output);
            }
        }
        String secretAsFile = new CommandLine(folder)
                .with("CARILLON_KAFKA_SASL_PASSWORD_FILE", Canary.VALUE)
                .run("config", "show");
        Canary.staysInside("a secret where a file's name belongs", secretAsFile);
        String[] passedThrough = {
            "--kafka.client.sasl.jaas.config=x password=\"" + Canary.VALUE + "\";",
            "--kafka.producer.ssl.key.password=" + Canary.VALUE,
            "--kafka.client.ssl.keystore.key=" + Canary.VALUE
        };
        for (String setting : passedThrough) {
            Canary.staysInside(setting.replaceAll("=.*", ""), new CommandLine(folder).run("config", "show", setting));
        }
    }

    private ChildProcess child(Map<String, String> settings, String... words) throws IOException {
        List<String> command = ChildProcess.java("-Xmx256m", "-Duser.home=" + folder);
        command.add("dev.carillon.standalone.Carillon");
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("CARILLON_"));
        builder.environment().put("CARILLON_LOG_LEVEL", "debug");
        builder.environment().put("CARILLON_LOG_LOGGERS", "org.apache.kafka=debug,org.apache.zookeeper=debug");
        builder.environment()
                .put("CARILLON_COLLECTOR_STATE_DIR", folder.resolve("state").toString());
        builder.environment().putAll(settings);
        return ChildProcess.start(builder);
    }

    private static Map<String, String> login(String bootstrap) {
        Map<String, String> login = new TreeMap<>();
        login.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", bootstrap);
        login.put("CARILLON_KAFKA_SECURITY_PROTOCOL", "sasl-plaintext");
        login.put("CARILLON_KAFKA_SASL_MECHANISM", "plain");
        login.put("CARILLON_KAFKA_SASL_USERNAME", "carillon");
        login.put("CARILLON_KAFKA_SASL_PASSWORD", Canary.VALUE);
        login.put("CARILLON_TRIGGER_ZOOKEEPER_USERNAME", "carillon");
        login.put("CARILLON_TRIGGER_ZOOKEEPER_PASSWORD", Canary.VALUE);
        return login;
    }

    /** Debug logs include those of Kafka's clients, which print their settings. */
    @Test
    void processesThatCantGetInSayNothingOfTheirPasswords(RunningCarillon carillon) throws Exception {
        assertThat(Canary.keys()).contains("kafka.sasl.password");
        Map<String, String> unreachable = login("127.0.0.1:" + UnusedPort.onLoopback());
        unreachable.put("CARILLON_LOG_FORMAT", "text");
        Map<String, String> otherProtocol = login(carillon.brokers().bootstrapServers());
        otherProtocol.put("CARILLON_LOG_FORMAT", "json");
        String[] run = {"run", "trigger,worker,collector", "--exit-if-unreachable", "1s"};
        try (ChildProcess one = child(unreachable, run);
                ChildProcess other = child(otherProtocol, run);
                ChildProcess doctor = child(otherProtocol, "doctor", "--debug")) {
            for (ChildProcess each : List.of(one, other, doctor)) {
                assertThat(each.awaitExit(SOON)).as("it was refused").isNotZero();
                Canary.staysInside("the output of a process", each.allOutput());
            }
            assertThat(doctor.allOutput()).as("the doctor has looked").contains("KAFKA_WITHOUT_LOGIN");
            assertThat(other.allOutput()).as("the settings are logged at all").contains("[hidden]");
        }
    }

    /** A secret in a task is in its records only, not in heartbeats, events, metrics or logs. */
    @Test
    void aRunningWorkerShowsNoSecretsOfItsTasks(RunningCarillon carillon) throws Exception {
        int port = UnusedPort.onLoopback();
        Map<String, String> settings = new TreeMap<>();
        settings.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", carillon.brokers().bootstrapServers());
        settings.put("CARILLON_TOPICS_NAMESPACE", carillon.names().namespace());
        settings.put("CARILLON_ADMIN_PORT", Integer.toString(port));
        settings.put("CARILLON_LOG_FORMAT", "json");
        settings.put("CARILLON_LOG_LOGGERS", "org.apache.kafka=info");
        try (ChildProcess worker = child(settings, "run", "worker")) {
            Work call = Work.of(
                    "http",
                    RawJson.parse("{\"url\":\"http://127.0.0.1:" + UnusedPort.onLoopback()
                            + "/\",\"headers\":{\"Authorization\":\"Bearer " + Canary.VALUE + "\"}}"));
            ExecutionKey key = carillon.submit("unreachable-target", call);
            carillon.watch().await("its result", carillon.names().results(), 1, SOON, record -> record.keyText()
                    .equals(key.toString()));
            Run run = carillon.read();
            Canary.staysInside("the heartbeats", texts(run.in(carillon.names().workers())));
            run.in(carillon.names().events())
                    .forEach(event -> assertThat(text(event)).doesNotContain(Canary.VALUE));
            Canary.staysInside("the metrics", page(port, "/metrics"));
            Canary.staysInside("readiness", page(port, "/readyz"));
            worker.terminate();
            worker.awaitExit(SOON);
            Canary.staysInside("the worker's debug log", worker.allOutput());
        }
    }

    private static String page(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String texts(List<SeenRecord> records) {
        StringBuilder all = new StringBuilder();
        records.forEach(record -> all.append(text(record)).append('\n'));
        return all.toString();
    }

    private static String text(SeenRecord record) {
        byte[] value = record.value();
        return record.keyText() + " " + (value == null ? "" : new String(value, StandardCharsets.UTF_8)) + " "
                + record.headers();
    }
}
