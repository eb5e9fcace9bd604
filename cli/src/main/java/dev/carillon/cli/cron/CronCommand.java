package dev.carillon.cli.cron;

import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carillon cron}. */
public final class CronCommand {
    private CronCommand() {}

    public static CommandLine tree(CommandEnvironment environment) {
        return new CommandLine(new Group())
                .addSubcommand(new CronNextCommand(environment))
                .addSubcommand(new CronExplainCommand(environment));
    }

    /** {@code carillon cron}: only has subcommands. */
    @Command(name = "cron", description = "Explain cron expressions, and show when they fire.")
    static final class Group extends CommandGroup {}
}
