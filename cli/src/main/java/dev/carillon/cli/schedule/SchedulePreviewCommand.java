package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.FailedQuietly;
import dev.carillon.cli.frame.InputText;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.schedulefile.ScheduleFile;
import dev.carillon.cli.schedulefile.ScheduleFile.LocatedSchedule;
import dev.carillon.cli.schedulefile.ScheduleFileReader;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.schedule.KnownSchedules;
import dev.carillon.insight.schedule.PreviewAnswer;
import dev.carillon.insight.schedule.PreviewLimits;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.PlanPreview;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule preview}. */
@Command(
        name = "preview",
        mixinStandardHelpOptions = true,
        description = "Show what a schedule plans in a period: ticks that would fire, or would have fired, and those"
                + " left out. Nothing is written.",
        footer = {
            "",
            "Examples:",
            "  carillon schedule preview report --to 2026-12-31T00:00:00Z",
            "  carillon schedule preview -f report.yaml --from 2026-03-28T00:00:00Z --to 2026-03-31T00:00:00Z"
        })
final class SchedulePreviewCommand implements Callable<Integer> {
    private static final Duration A_WEEK = Duration.ofDays(7);

    private final ClusterSessions sessions;

    @Parameters(
            arity = "0..1",
            paramLabel = "TASKID",
            description = "The schedule; with --file, needed only if that holds several.")
    private @Nullable String taskId;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A definition, applied or not: YAML or JSON, - for standard input.")
    private @Nullable String file;

    @Option(names = "--from", paramLabel = "INSTANT", description = "Start of the period (default: now).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "INSTANT",
            description = "End of the period, not included (default: a week after --from).")
    private @Nullable String to;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            description = "At most this many instants (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + PreviewLimits.USUALLY)
    private int limit = PreviewLimits.USUALLY;

    @Mixin
    private final OutputOption output = new OutputOption();

    SchedulePreviewCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        int most = OptionLimits.within("--limit", limit, 1, PreviewLimits.MOST);
        Instant now = sessions.environment().clock().instant();
        Instant start = from == null ? now.truncatedTo(ChronoUnit.SECONDS) : TimeWords.instant("--from", from);
        Instant end = to == null ? start.plus(A_WEEK) : TimeWords.instant("--to", to);
        PreviewLimits.checkRange("--from", "--to", start, end);
        Schedule written = file == null ? null : written(file);
        try (ClusterSession session = sessions.open()) {
            KnownSchedules known = session.knownSchedules();
            if (written != null) {
                SchedulePlan plan = known.plan(written);
                ScheduleForecast forecast = new ScheduleForecast(plan, plan.prospect(now), null, null);
                print(written.taskId(), forecast, start, end, now, most);
            } else {
                StoredSchedule stored = session.schedules().get(named());
                ScheduleForecast forecast = known.forecast(stored, now);
                if (forecast.plan() == null) {
                    throw new ContractException(
                            ErrorCode.NEVER_FIRES,
                            "TASKID",
                            forecast.prospect().words(),
                            "fix it and apply it again: carillon schedule apply -f FILE");
                }
                print(stored.taskId(), forecast, start, end, now, most);
            }
        }
        return ExitCode.DONE;
    }

    private String named() {
        if (taskId == null) {
            throw new CliException(CliProblem.MISSING_OPTION, "name a schedule, or a file with one: -f FILE");
        }
        return taskId;
    }

    private Schedule written(String name) {
        String shown = name.equals("-") ? "standard input" : name;
        String text = new InputText(sessions.terminal()).read("--file", name);
        ScheduleFile found = ScheduleFileReader.read(shown, text, Timing::of);
        if (!found.problems().isEmpty()) {
            found.problems().forEach(problem -> sessions.terminal().printErr(problem.oneLine()));
            throw new FailedQuietly(ExitCode.USAGE);
        }
        List<Schedule> wanted = found.schedules().stream()
                .map(LocatedSchedule::schedule)
                .filter(schedule -> taskId == null || schedule.taskId().equals(taskId))
                .toList();
        if (wanted.size() != 1) {
            String those = String.join(
                    ", ",
                    found.schedules().stream()
                            .limit(5)
                            .map(located -> located.schedule().taskId())
                            .toList());
            throw new ContractException(
                    ErrorCode.UNKNOWN_SCHEDULE,
                    "TASKID",
                    taskId == null
                            ? shown + " holds " + TextPieces.count(wanted.size(), "schedule", "schedules")
                            : ContractException.shown(taskId) + " is not in " + shown,
                    "name one of those in it: " + those);
        }
        return wanted.get(0);
    }

    private void print(String id, ScheduleForecast forecast, Instant start, Instant end, Instant now, int most) {
        SchedulePlan plan = Objects.requireNonNull(forecast.plan());
        PlanPreview preview = plan.within(start, end, most, now);
        if (output.json()) {
            sessions.terminal()
                    .print(Json.answer(PreviewAnswer.of(id, plan, forecast.prospect(), preview, start, end, now)));
            return;
        }
        new PreviewText(id, plan, forecast.prospect(), now)
                .lines(preview, start, end)
                .forEach(sessions.terminal()::print);
    }
}
