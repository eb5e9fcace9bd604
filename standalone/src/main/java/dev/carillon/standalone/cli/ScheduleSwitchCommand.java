package dev.carillon.standalone.cli;

import dev.carillon.client.ScheduleSwitch;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredSchedule;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.terminal.ProgressLines;
import dev.carillon.standalone.terminal.Terminal;
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

/** {@code carillon schedule pause|resume}. */
class ScheduleSwitchCommand implements Callable<Integer> {
    private final Sessions sessions;
    private final boolean on;

    @Parameters(paramLabel = "TASKID", arity = "0..*", description = "Which ones.")
    private List<String> taskIds = new ArrayList<>();

    @Option(names = "--all", description = "All there are.")
    private boolean all;

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "All that have this label; given several times, all of these.")
    private Map<String, String> labels = new LinkedHashMap<>();

    private int told;
    private int changed;

    ScheduleSwitchCommand(Sessions sessions, boolean on) {
        this.sessions = sessions;
        this.on = on;
    }

    /** {@code carillon schedule pause}. */
    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Let schedules rest; their missed policy says what becomes of the ticks.")
    static final class Pause extends ScheduleSwitchCommand {
        @Option(names = "--reason", paramLabel = "TEXT", description = "For those who find it paused.")
        private @Nullable String reason;

        Pause(Sessions sessions) {
            super(sessions, false);
        }

        @Override
        @Nullable
        String reason() {
            return reason;
        }
    }

    /** {@code carillon schedule resume}. */
    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Let paused schedules go on.")
    static final class Resume extends ScheduleSwitchCommand {
        Resume(Sessions sessions) {
            super(sessions, true);
        }
    }

    @Nullable
    String reason() {
        return null;
    }

    @Override
    public Integer call() {
        requireOneWayOfNaming();
        ProgressLines progress = sessions.progress();
        try (Session session = sessions.open()) {
            Collection<StoredSchedule> found = found(session.schedules());
            session.scheduleSwitch().switchAll(found, on, reason(), one -> tell(progress, one, found.size()));
        }
        if (changed == 0 && taskIds.isEmpty()) {
            sessions.terminal().say("there is nothing to " + (on ? "resume" : "pause"));
        }
        return ExitCode.DONE;
    }

    private void requireOneWayOfNaming() {
        int ways = (taskIds.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (labels.isEmpty() ? 0 : 1);
        if (ways != 1) {
            throw new CliException(
                    ways == 0 ? CliProblem.MISSING_OPTION : CliProblem.CONFLICTING_OPTIONS,
                    "name the schedules by their taskIds, by --label KEY=VALUE or by --all");
        }
    }

    /** Read once, however many there are; nothing is switched if one of those named is not there. */
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
            schedules.getReadable(taskId); // Says what is the matter with it.
            return schedules.get(taskId);
        }
        return found;
    }

    private boolean isMeant(StoredSchedule found) {
        Schedule schedule = found.schedule();
        if (schedule == null) {
            sessions.terminal().tell(found.taskId() + " can't be read and stays as it is: " + found.problem());
            return false;
        }
        return schedule.work().labels().entrySet().containsAll(labels.entrySet())
                && ScheduleSwitch.changes(schedule, on);
    }

    private void tell(ProgressLines progress, ScheduleSwitch.Switched one, int ofAll) {
        Terminal terminal = sessions.terminal();
        String already = on ? " is not paused" : " is paused already";
        terminal.say(one.taskId() + (one.changed() ? on ? " goes on" : " paused" : already));
        changed += one.changed() ? 1 : 0;
        told++;
        if (told < ofAll) {
            progress.say(() -> (on ? "resumed " : "paused ") + told + " of " + ofAll);
        }
    }
}
