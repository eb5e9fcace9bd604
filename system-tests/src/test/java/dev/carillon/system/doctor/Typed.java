package dev.carillon.system.doctor;

import dev.carillon.client.KafkaConnector;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.FreshInstants;
import dev.carillon.standalone.cli.CommandLineInterface;
import dev.carillon.standalone.cli.Surroundings;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.system.running.RunningCarillon;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a command in this process said and how it ended. */
record Typed(int code, String out, String err) {

    static Typed run(RunningCarillon carillon, Path folder, Clock clock, String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                InputStream.nullInputStream(),
                false,
                false,
                Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        carillon.brokers().bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        carillon.names().namespace(),
                        "CARILLON_TRIGGER_ZOOKEEPER",
                        carillon.brokers().zooKeeperConnect(),
                        "CARILLON_COLLECTOR_STATE_DIR",
                        folder.resolve("state").toString()),
                folder,
                folder,
                ZoneOffset.UTC);
        Surroundings surroundings = new Surroundings(terminal, clock, new KafkaConnector(), new FreshInstants(clock));
        int code = new CommandLineInterface(surroundings).run(words);
        return new Typed(code, out.toString(), err.toString());
    }

    /** One document for each line. */
    List<JsonNode> documents() {
        List<JsonNode> documents = new ArrayList<>();
        out.lines().forEach(line -> documents.add(Json.read(line.getBytes(StandardCharsets.UTF_8))));
        return documents;
    }
}
