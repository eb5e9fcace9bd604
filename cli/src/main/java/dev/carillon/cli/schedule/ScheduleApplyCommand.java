package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.FailedQuietly;
import dev.carillon.cli.frame.InputText;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.schedulefile.FileProblem;
import dev.carillon.cli.schedulefile.ScheduleFile;
import dev.carillon.cli.schedulefile.ScheduleFile.LocatedSchedule;
import dev.carillon.cli.schedulefile.ScheduleFileReader;
import dev.carillon.cli.terminal.ProgressLines;
import dev.carillon.client.schedule.ApplyPlan;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.client.submit.Queues;
import dev.carillon.insight.schedule.KnownSchedules;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.LiveWorkers;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.DependencyCycle;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code carillon schedule apply}: applies all files, or nothing if one has a mistake. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = "Create or change schedules from YAML or JSON; nothing is applied if there is a mistake.")
final class ScheduleApplyCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "YAML or JSON, - for standard input; repeatable.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--dry-run", description = "Check everything, change nothing.")
    private boolean dryRun;

    @Option(names = "--force", description = "Apply schedules even if no live worker serves their type.")
    private boolean force;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleApplyCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        ProgressLines progress = sessions.progress();
        List<LocatedSchedule> wanted = read(progress);
        try (ClusterSession session = sessions.open()) {
            checkAgainst(session, wanted);
            Schedules schedules = session.schedules();
            Map<String, StoredSchedule> before = schedules.all();
            checkParents(wanted, before);
            KnownSchedules known = KnownSchedules.withCalendars(before, session.log(), session.names());
            List<Schedule> definitions =
                    wanted.stream().map(LocatedSchedule::schedule).toList();
            ApplyPlan plan = schedules.plan();
            List<ApplyResult> done = dryRun
                    ? definitions.stream()
                            .map(one -> plan.of(one, before.get(one.taskId())))
                            .toList()
                    : schedules.applyAll(
                            definitions, session.trail(), count -> showProgress(progress, count, wanted.size()));
            new AppliedAnswer(
                            sessions.terminal(), sessions.environment().clock().instant(), dryRun, output.json())
                    .print(done, known);
        }
        return ExitCode.DONE;
    }

    private List<LocatedSchedule> read(ProgressLines progress) {
        List<LocatedSchedule> wanted = new ArrayList<>();
        List<FileProblem> problems = new ArrayList<>();
        InputText input = new InputText(sessions.terminal());
        Instant now = sessions.environment().clock().instant();
        for (String file : files) {
            String name = file.equals("-") ? "standard input" : file;
            AtomicInteger checked = new AtomicInteger();
            ScheduleFile found = ScheduleFileReader.read(name, input.read("--file", file), schedule -> {
                ScheduleWords.requireFires(schedule, now);
                int count = checked.incrementAndGet();
                progress.show(() -> "checked " + count + " of " + name);
            });
            wanted.addAll(found.schedules());
            problems.addAll(found.problems());
        }
        refuse(problems);
        refuseDuplicates(wanted);
        return wanted;
    }

    /** Each file was checked by itself; which of two definitions counted would depend on the order of the files. */
    private void refuseDuplicates(List<LocatedSchedule> wanted) {
        Map<String, String> files = new HashMap<>();
        List<FileProblem> problems = new ArrayList<>();
        for (LocatedSchedule located : wanted) {
            String taskId = located.schedule().taskId();
            String first = files.putIfAbsent(taskId, located.file());
            if (first != null) {
                problems.add(located.problem(new ContractException(
                        ErrorCode.DUPLICATE_FIELD,
                        "taskId",
                        taskId + " is in " + first + " as well",
                        "keep one of the two")));
            }
        }
        refuse(problems);
    }

    /** Refuses queues, types and calendars that the cluster does not have: with those, every tick would fail. */
    private void checkAgainst(ClusterSession session, List<LocatedSchedule> wanted) {
        Queues queues = session.queues();
        LiveWorkers workers = session.workers();
        List<FileProblem> problems = new ArrayList<>();
        TreeSet<String> unserved = new TreeSet<>();
        boolean byCalendar =
                wanted.stream().anyMatch(located -> located.schedule().when().calendar() != null);
        Set<String> calendars = byCalendar ? session.calendars().all().keySet() : Set.of();
        for (LocatedSchedule located : wanted) {
            try {
                requireCalendar(located.schedule().when().calendar(), calendars);
                queues.require("queue", located.schedule().work().queue());
                if (!force && !workers.none()) {
                    workers.requireServed(
                            "type",
                            located.schedule().work().type(),
                            located.schedule().work().queue());
                } else if (workers.none()) {
                    unserved.add(located.schedule().work().type());
                }
            } catch (ContractException e) {
                problems.add(located.problem(e));
            }
        }
        refuse(problems);
        if (!unserved.isEmpty()) {
            sessions.terminal()
                    .printErr("carillon: no worker is running, so tasks of type " + String.join(", ", unserved)
                            + " wait until you start one with: carillon run worker");
        }
    }

    /** Refuses unknown parents and cycles; a parent may be in the same files. */
    private void checkParents(List<LocatedSchedule> wanted, Map<String, StoredSchedule> before) {
        Map<String, List<String>> parents = new HashMap<>();
        before.forEach((taskId, stored) -> parents.put(
                taskId,
                stored.schedule() == null ? List.of() : stored.schedule().when().dependsOn()));
        wanted.forEach(located -> parents.put(
                located.schedule().taskId(), located.schedule().when().dependsOn()));
        List<FileProblem> problems = new ArrayList<>();
        for (LocatedSchedule located : wanted) {
            try {
                DependencyCycle.refuse(located.schedule(), parents::get);
            } catch (ContractException e) {
                problems.add(located.problem(e));
            }
        }
        refuse(problems);
    }

    private static void requireCalendar(@Nullable String name, Set<String> calendars) {
        if (name != null && !calendars.contains(name)) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(name) + " does not exist",
                    NearestWord.to(name, calendars)
                            .map(near -> "did you mean " + near + "?")
                            .orElse("create it with: carillon calendar apply -f FILE"));
        }
    }

    private void refuse(List<FileProblem> problems) {
        if (problems.isEmpty()) {
            return;
        }
        problems.forEach(problem -> sessions.terminal().printErr(problem.oneLine()));
        sessions.terminal()
                .printErr("carillon: nothing was applied: " + TextPieces.count(problems.size(), "problem", "problems")
                        + " to fix");
        throw new FailedQuietly(ExitCode.USAGE);
    }

    private static void showProgress(ProgressLines progress, int count, int all) {
        if (count < all) {
            progress.show(() -> "applied " + count + " of " + all);
        }
    }
}
