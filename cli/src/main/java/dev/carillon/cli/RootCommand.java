package dev.carillon.cli;

import dev.carillon.cli.frame.GlobalOptions;
import dev.carillon.cli.frame.UsageWords;
import dev.carillon.cli.process.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code carillon}: all commands, and the options that they share. */
@Command(
        name = "carillon",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "A distributed task scheduler for teams that run Kafka.",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions of every command:%n",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 unreachable.",
            "Start here: carillon up --demo"
        })
final class RootCommand implements Runnable {
    @Mixin
    @SuppressWarnings("UnusedVariable") // Picocli reads it.
    private final GlobalOptions options;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    RootCommand(GlobalOptions options) {
        this.options = options;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), UsageWords.NAME_A_COMMAND);
    }
}
