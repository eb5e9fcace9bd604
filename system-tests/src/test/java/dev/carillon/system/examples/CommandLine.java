package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineInterface;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.program.CarillonProgram;
import dev.carillon.system.running.RunningCarillon;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Runs commands in this process against a running system. */
final class CommandLine {
    private CommandLine() {}

    /** Runs a command that must succeed; returns its output. */
    static String carillon(RunningCarillon carillon, Path folder, String... words) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output, true);
        Map<String, String> environment = Map.of(
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                carillon.brokers().bootstrapServers(),
                "CARILLON_TOPICS_NAMESPACE",
                carillon.names().namespace(),
                "CARILLON_TOPICS_PARTITIONS",
                Integer.toString(carillon.partitions()));
        Terminal terminal = TerminalBuilder.builder()
                .out(writer)
                .err(writer)
                .in(InputStream.nullInputStream())
                .environment(environment)
                .home(folder)
                .directory(folder)
                .zone(ZoneOffset.UTC)
                .build();
        CommandEnvironment commandEnvironment = new CommandEnvironment(
                terminal, carillon.clock(), new KafkaConnector(), new FreshKeys(carillon.clock()));
        int exit = new CommandLineInterface(commandEnvironment, new CarillonProgram()).run(words);
        assertThat(exit).as("%s printed %s", List.of(words), output).isZero();
        return output.toString();
    }
}
