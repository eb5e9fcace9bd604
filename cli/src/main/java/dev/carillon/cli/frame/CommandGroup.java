package dev.carillon.cli.frame;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands; without one it is a usage error. */
@Command(synopsisSubcommandLabel = "COMMAND", mixinStandardHelpOptions = true)
public class CommandGroup implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), UsageWords.NAME_A_COMMAND);
    }
}
