package dev.carillon.standalone.program;

import dev.carillon.cli.CommandLineInterface;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.SystemTerminal;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.FreshKeys;
import java.time.Clock;

/** Runs the command line in this process, which ends with its exit code. */
public final class ProcessMain {
    private ProcessMain() {}

    public static void main(String[] args) {
        Clock clock = SystemTime.clock();
        CommandEnvironment process =
                new CommandEnvironment(SystemTerminal.open(), clock, new KafkaConnector(), new FreshKeys(clock));
        SystemTerminal.exit(new CommandLineInterface(process, new CarillonProgram()).run(args));
    }
}
