package dev.carillon.standalone.cli;

import dev.carillon.client.KafkaConnector;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.terminal.SystemTerminal;
import java.time.Clock;

/** Where a process begins and ends. */
public final class Program {
    private Program() {}

    public static void main(String[] args) {
        Clock clock = SystemTime.clock();
        Surroundings process =
                new Surroundings(SystemTerminal.open(), clock, new KafkaConnector(), new FreshKeys(clock));
        SystemTerminal.exit(new CommandLineInterface(process).run(args));
    }
}
