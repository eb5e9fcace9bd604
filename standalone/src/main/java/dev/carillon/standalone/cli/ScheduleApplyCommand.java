package dev.carillon.standalone.cli;

import dev.carillon.client.Applied;
import dev.carillon.client.ApplyPlan;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredSchedule;
import dev.carillon.kit.config.Nearest;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.DependencyCycle;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.KnownSchedules;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.schedulefile.FileProblem;
import dev.carillon.standalone.schedulefile.ScheduleFile;
import dev.carillon.standalone.schedulefile.ScheduleFile.LocatedSchedule;
import dev.carillon.standalone.schedulefile.ScheduleFileReader;
import dev.carillon.standalone.terminal.ProgressLines;
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

/** {@code carillon schedule apply}: all of the files or nothing. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = "Create or change schedules from YAML or JSON; nothing is applied if anything is wrong.")
final class ScheduleApplyCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "YAML or JSON, - for standard input; repeatable.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--dry-run", description = "Check everything, apply nothing.")
    private boolean dryRun;

    @Option(names = "--force", description = "Apply schedules although no live worker serves their type.")
    private boolean force;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleApplyCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        ProgressLines progress = sessions.progress();
        List<LocatedSchedule> wanted = read(progress);
        try (Session session = sessions.open()) {
            checkAgainst(session, wanted);
            Schedules schedules = session.schedules();
            Map<String, StoredSchedule> before = schedules.all();
            checkParents(wanted, before);
            KnownSchedules known = KnownSchedules.withCalendars(before, session.log(), session.names());
            List<Schedule> definitions =
                    wanted.stream().map(LocatedSchedule::schedule).toList();
            ApplyPlan plan = schedules.plan();
            List<Applied> done = dryRun
                    ? definitions.stream()
                            .map(one -> plan.of(one, before.get(one.taskId())))
                            .toList()
                    : schedules.applyAll(
                            definitions, session.trail(), howMany -> sayHowFar(progress, howMany, wanted.size()));
            new AppliedAnswer(
                            sessions.terminal(), sessions.surroundings().clock().instant(), dryRun, output.json())
                    .say(done, known);
        }
        return ExitCode.DONE;
    }

    private List<LocatedSchedule> read(ProgressLines progress) {
        List<LocatedSchedule> wanted = new ArrayList<>();
        List<FileProblem> problems = new ArrayList<>();
        InputText input = new InputText(sessions.terminal());
        Instant now = sessions.surroundings().clock().instant();
        for (String file : files) {
            String name = file.equals("-") ? "standard input" : file;
            AtomicInteger checked = new AtomicInteger();
            ScheduleFile found = ScheduleFileReader.read(name, input.read("--file", file), schedule -> {
                ScheduleWords.requireFires(schedule, now);
                int howMany = checked.incrementAndGet();
                progress.say(() -> "checked " + howMany + " of " + name);
            });
            wanted.addAll(found.schedules());
            problems.addAll(found.problems());
        }
        refuse(problems);
        return wanted;
    }

    /** Queues and types are asked of the cluster; what nobody serves would fail at every tick. */
    private void checkAgainst(Session session, List<LocatedSchedule> wanted) {
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
                    .tell("carillon: no worker lives now, so nobody will run " + String.join(", ", unserved)
                            + " until one is started with: carillon run worker");
        }
    }

    /** What it depends on may stand in the same files. */
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
                    Nearest.to(name, calendars)
                            .map(near -> "did you mean " + near + "?")
                            .orElse("make it with: carillon calendar apply -f FILE"));
        }
    }

    private void refuse(List<FileProblem> problems) {
        if (problems.isEmpty()) {
            return;
        }
        problems.forEach(problem -> sessions.terminal().tell(problem.oneLine()));
        sessions.terminal()
                .tell("carillon: nothing was applied: " + Texts.count(problems.size(), "problem", "problems")
                        + " to mend");
        throw new FailedQuietly(ExitCode.USAGE);
    }

    private static void sayHowFar(ProgressLines progress, int howMany, int all) {
        if (howMany < all) {
            progress.say(() -> "applied " + howMany + " of " + all);
        }
    }
}
