package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carillon schedule}. */
public final class ScheduleCommand {
    private ScheduleCommand() {}

    public static CommandLine tree(ClusterSessions sessions) {
        return new CommandLine(new Group())
                .addSubcommand(new ScheduleApplyCommand(sessions))
                .addSubcommand(new ScheduleListCommand(sessions))
                .addSubcommand(new ScheduleGetCommand(sessions))
                .addSubcommand(new SchedulePreviewCommand(sessions))
                .addSubcommand(new ScheduleDeleteCommand(sessions))
                .addSubcommand(new ScheduleSwitchCommand.Pause(sessions))
                .addSubcommand(new ScheduleSwitchCommand.Resume(sessions))
                .addSubcommand(new ScheduleRunCommand(sessions))
                .addSubcommand(new ScheduleSkipNextCommand(sessions))
                .addSubcommand(new ScheduleBackfillCommand(sessions));
    }

    /** {@code carillon schedule}: only has subcommands. */
    @Command(name = "schedule", description = "Manage schedules: apply, show, pause, run, backfill, delete.")
    static final class Group extends CommandGroup {}
}
