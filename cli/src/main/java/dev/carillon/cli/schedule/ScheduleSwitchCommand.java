package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.ProgressLines;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.schedule.ScheduleSwitch;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.schedule.Schedule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule pause|resume}: switches schedules off or on. */
class ScheduleSwitchCommand implements Callable<Integer> {
    private final ClusterSessions sessions;
    private final boolean on;

    @Parameters(paramLabel = "TASKID", arity = "0..*", description = "The schedules.")
    private List<String> taskIds = new ArrayList<>();

    @Option(names = "--all", description = "All schedules.")
    private boolean all;

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "All schedules with this label; repeat it to require several.")
    private Map<String, String> labels = new LinkedHashMap<>();

    private int reported;
    private int changed;

    ScheduleSwitchCommand(ClusterSessions sessions, boolean on) {
        this.sessions = sessions;
        this.on = on;
    }

    /** {@code carillon schedule pause}. */
    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Pause schedules; their missed policy decides about the ticks in between.")
    static final class Pause extends ScheduleSwitchCommand {
        @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, shown while it is paused.")
        private @Nullable String reason;

        Pause(ClusterSessions sessions) {
            super(sessions, false);
        }

        @Override
        @Nullable
        String reason() {
            return reason;
        }
    }

    /** {@code carillon schedule resume}. */
    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Resume paused schedules.")
    static final class Resume extends ScheduleSwitchCommand {
        Resume(ClusterSessions sessions) {
            super(sessions, true);
        }
    }

    @Nullable
    String reason() {
        return null;
    }

    @Override
    public Integer call() {
        requireOneSelection();
        ProgressLines progress = sessions.progress();
        try (ClusterSession session = sessions.open()) {
            Collection<StoredSchedule> found = found(session.schedules());
            session.scheduleSwitch().switchAll(found, on, reason(), one -> report(progress, one, found.size()));
        }
        if (changed == 0 && taskIds.isEmpty()) {
            sessions.terminal().print("there is nothing to " + (on ? "resume" : "pause"));
        }
        return ExitCode.DONE;
    }

    private void requireOneSelection() {
        int ways = (taskIds.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (labels.isEmpty() ? 0 : 1);
        if (ways != 1) {
            throw new CliException(
                    ways == 0 ? CliProblem.MISSING_OPTION : CliProblem.CONFLICTING_OPTIONS,
                    "name the schedules by their taskIds, by --label KEY=VALUE or by --all");
        }
    }

    /** Reads the topic once for all of them; if a named schedule does not exist, none is switched. */
    private Collection<StoredSchedule> found(Schedules schedules) {
        Map<String, StoredSchedule> known = schedules.all();
        if (!taskIds.isEmpty()) {
            return new LinkedHashSet<>(taskIds)
                    .stream().map(taskId -> named(taskId, known, schedules)).toList();
        }
        return known.values().stream().filter(this::isMeant).toList();
    }

    private static StoredSchedule named(String taskId, Map<String, StoredSchedule> known, Schedules schedules) {
        StoredSchedule found = known.get(taskId);
        if (found == null || found.schedule() == null) {
            schedules.getReadable(taskId); // Throws, with the reason.
            return schedules.get(taskId);
        }
        return found;
    }

    private boolean isMeant(StoredSchedule found) {
        Schedule schedule = found.schedule();
        if (schedule == null) {
            sessions.terminal()
                    .printErr(TextPieces.oneLine(found.taskId()) + " can't be read and is left unchanged: "
                            + found.problem());
            return false;
        }
        return schedule.work().labels().entrySet().containsAll(labels.entrySet())
                && ScheduleSwitch.changes(schedule, on);
    }

    private void report(ProgressLines progress, ScheduleSwitch.Switched one, int ofAll) {
        Terminal terminal = sessions.terminal();
        String already = on ? " is not paused" : " is paused already";
        terminal.print(one.taskId() + (one.changed() ? on ? " resumed" : " paused" : already));
        changed += one.changed() ? 1 : 0;
        reported++;
        if (reported < ofAll) {
            progress.show(() -> (on ? "resumed " : "paused ") + reported + " of " + ofAll);
        }
    }
}
