package dev.carillon.system.secrets;

import dev.carillon.cli.CommandLineInterface;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.program.CarillonProgram;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** Runs commands in this process with the given environment. */
final class CommandLine {
    private final Path home;
    private final Map<String, String> environment = new HashMap<>();

    CommandLine(Path home) {
        this.home = home;
    }

    CommandLine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** The output and errors of the command. */
    String run(String... args) {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output, true);
        Clock clock = SystemTime.clock();
        Terminal terminal = TerminalBuilder.builder()
                .out(out)
                .err(out)
                .in(InputStream.nullInputStream())
                .environment(environment)
                .home(home)
                .directory(home)
                .zone(ZoneOffset.UTC)
                .build();
        new CommandLineInterface(
                        new CommandEnvironment(terminal, clock, new KafkaConnector(), new FreshKeys(clock)),
                        new CarillonProgram())
                .run(args);
        return output.toString();
    }
}
