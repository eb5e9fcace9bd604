package dev.carillon.standalone.cli;

import picocli.CommandLine;

/** The tree of commands. */
final class Commands {
    private Commands() {}

    static CommandLine tree(Surroundings surroundings, GlobalOptions options) {
        Sessions sessions = new Sessions(surroundings, options);
        return new CommandLine(new RootCommand(options))
                .addSubcommand(new UpCommand(sessions))
                .addSubcommand(new RunCommand(sessions))
                .addSubcommand(new DoctorCommand(sessions))
                .addSubcommand(TopicsCommand.tree(sessions))
                .addSubcommand(ScheduleCommand.tree(sessions))
                .addSubcommand(new SubmitCommand(sessions))
                .addSubcommand(new OnceCommand(sessions))
                .addSubcommand(new CancelCommand(sessions))
                .addSubcommand(new StatusCommand(sessions))
                .addSubcommand(new WhyCommand(sessions))
                .addSubcommand(new WorkersCommand(sessions))
                .addSubcommand(new StatsCommand(sessions))
                .addSubcommand(ListingCommand.outcomes(sessions))
                .addSubcommand(ListingCommand.results(sessions))
                .addSubcommand(ListingCommand.events(sessions))
                .addSubcommand(CronCommand.tree(surroundings))
                .addSubcommand(ConfigCommand.tree(sessions))
                .addSubcommand(new VersionCommand(surroundings))
                .addSubcommand(new CompletionCommand(surroundings));
    }
}
