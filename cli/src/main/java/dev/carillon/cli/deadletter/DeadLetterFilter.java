package dev.carillon.cli.deadletter;

import dev.carillon.cli.frame.TimeWords;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --cause}, {@code --task} and {@code --since}, which select dead letters. */
final class DeadLetterFilter {
    @Option(names = "--cause", paramLabel = "CODE", description = "Only those with this cause, such as EXHAUSTED.")
    private @Nullable ErrorCode cause;

    @Option(names = "--task", paramLabel = "TASKID", description = "Only those of this schedule or task.")
    private @Nullable String taskId;

    @Option(names = "--since", paramLabel = "TIME", description = "Only those since an instant, or in the last 2h.")
    private @Nullable String since;

    Predicate<StoredDeadLetter> predicate(Clock clock) {
        Instant from = since == null ? Instant.MIN : from(since, clock);
        return deadLetter -> (cause == null || deadLetter.cause().equals(cause.name()))
                && (taskId == null || deadLetter.isOf(taskId))
                && !deadLetter.appended().isBefore(from);
    }

    private static Instant from(String text, Clock clock) {
        return text.contains("T")
                ? TimeWords.instant("--since", text)
                : clock.instant().minus(Durations.parse("--since", text));
    }

    /** Refuses a command with neither names nor filters, or with both. */
    void requireEither(List<String> names, boolean all) {
        boolean filtered = all || cause != null || taskId != null || since != null;
        if (names.isEmpty() && !filtered) {
            throw conflicting("name the dead letters, or select them with --cause, --task, --since or --all");
        }
        if (!names.isEmpty() && filtered) {
            throw conflicting(
                    "dead letters are either named, or selected with --all, --cause, --task and --since; leave out one"
                            + " of the two");
        }
    }

    private static CliException conflicting(String message) {
        return new CliException(CliProblem.CONFLICTING_OPTIONS, message);
    }
}
