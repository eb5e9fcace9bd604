package dev.carillon.standalone.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carillon cron}. */
final class CronCommand {
    private CronCommand() {}

    static CommandLine tree(CommandEnvironment environment) {
        return new CommandLine(new Group())
                .addSubcommand(new CronNextCommand(environment))
                .addSubcommand(new CronExplainCommand(environment));
    }

    /** {@code carillon cron}: only has subcommands. */
    @Command(name = "cron", description = "Explain cron expressions, and show when they fire.")
    static final class Group extends CommandGroup {}
}
