package dev.carillon.system.look;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Runs commands in this process on a running system. */
final class TypedCommands {
    private final RunningCarillon carillon;
    private final Path home;

    TypedCommands(RunningCarillon carillon, Path home) {
        this.carillon = carillon;
        this.home = home;
    }

    /** The output of the command, which must succeed. */
    String out(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = TerminalBuilder.builder()
                .out(new PrintWriter(out))
                .err(new PrintWriter(err))
                .in(InputStream.nullInputStream())
                .environment(Map.of())
                .home(home)
                .directory(home)
                .zone(ZoneOffset.UTC)
                .build();
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "-b",
                carillon.brokers().bootstrapServers(),
                "--namespace",
                carillon.names().namespace()));
        CommandEnvironment environment = new CommandEnvironment(
                terminal, carillon.clock(), new KafkaConnector(), new FreshKeys(carillon.clock()));
        int code = new CommandLineInterface(environment, new CarillonProgram()).run(all.toArray(String[]::new));
        assertThat(code).as("%s: %s", all, err).isZero();
        return out.toString();
    }

    JsonNode json(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-o", "json"));
        return Json.read(out(all.toArray(String[]::new)).getBytes(StandardCharsets.UTF_8));
    }
}
