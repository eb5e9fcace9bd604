package dev.carillon.standalone.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carillon cron}. */
final class CronCommand {
    private CronCommand() {}

    static CommandLine tree(Surroundings surroundings) {
        return new CommandLine(new Group())
                .addSubcommand(new CronNextCommand(surroundings))
                .addSubcommand(new CronExplainCommand(surroundings));
    }

    /** {@code carillon cron}: needs a word more. */
    @Command(name = "cron", description = "Look at cron expressions.")
    static final class Group extends CommandGroup {}
}
