package dev.carillon.system.doctor;

import dev.carillon.cli.CommandLineInterface;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.program.CarillonProgram;
import dev.carillon.system.running.RunningCarillon;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The output and exit code of a command that ran in this process. */
record Typed(int code, String out, String err) {

    static Typed run(RunningCarillon carillon, Path folder, Clock clock, String... words) {
        return run(
                Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        carillon.brokers().bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        carillon.names().namespace(),
                        "CARILLON_TRIGGER_ZOOKEEPER",
                        carillon.brokers().zooKeeperConnect()),
                folder,
                clock,
                words);
    }

    static Typed run(Map<String, String> environment, Path folder, Clock clock, String... words) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("CARILLON_COLLECTOR_STATE_DIR", folder.resolve("state").toString());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = TerminalBuilder.builder()
                .out(new PrintWriter(out, true))
                .err(new PrintWriter(err, true))
                .in(InputStream.nullInputStream())
                .environment(all)
                .home(folder)
                .directory(folder)
                .zone(ZoneOffset.UTC)
                .build();
        CommandEnvironment commandEnvironment =
                new CommandEnvironment(terminal, clock, new KafkaConnector(), new FreshKeys(clock));
        int code = new CommandLineInterface(commandEnvironment, new CarillonProgram()).run(words);
        return new Typed(code, out.toString(), err.toString());
    }

    /** The codes of all findings that are not good, but those of {@code expected}. */
    List<String> codesBut(List<String> expected) {
        return documents().stream()
                .map(finding -> finding.get("code").stringValue())
                .filter(code -> !code.equals("GOOD") && !expected.contains(code))
                .toList();
    }

    /** One document for each line. */
    List<JsonNode> documents() {
        List<JsonNode> documents = new ArrayList<>();
        out.lines().forEach(line -> documents.add(Json.read(line.getBytes(StandardCharsets.UTF_8))));
        return documents;
    }
}
