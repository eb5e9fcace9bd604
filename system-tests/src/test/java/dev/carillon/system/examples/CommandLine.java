package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.KafkaConnector;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.cli.CommandLineInterface;
import dev.carillon.standalone.cli.Surroundings;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.system.running.RunningCarillon;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** The command line against the running system. */
final class CommandLine {
    private CommandLine() {}

    /** Runs a command that has to end well; returns what it said. */
    static String carillon(RunningCarillon carillon, Path folder, String... words) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        Map<String, String> environment = Map.of(
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                carillon.brokers().bootstrapServers(),
                "CARILLON_TOPICS_NAMESPACE",
                carillon.names().namespace(),
                "CARILLON_TOPICS_PARTITIONS",
                Integer.toString(carillon.partitions()));
        Terminal terminal = new Terminal(
                writer,
                writer,
                InputStream.nullInputStream(),
                false,
                false,
                environment,
                folder,
                folder,
                ZoneOffset.UTC);
        Surroundings surroundings =
                new Surroundings(terminal, carillon.clock(), new KafkaConnector(), new FreshKeys(carillon.clock()));
        int exit = new CommandLineInterface(surroundings).run(words);
        assertThat(exit).as("%s said %s", List.of(words), said).isZero();
        return said.toString();
    }
}
