package dev.carillon.standalone.cli;

import dev.carillon.client.deadletter.Letter;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --cause}, {@code --task} and {@code --since}: which dead letters are meant. */
final class LetterFilter {
    @Option(names = "--cause", paramLabel = "CODE", description = "Only those put aside for this, such as EXHAUSTED.")
    private @Nullable ErrorCode cause;

    @Option(names = "--task", paramLabel = "TASKID", description = "Only those of this schedule or task.")
    private @Nullable String taskId;

    @Option(names = "--since", paramLabel = "TIME", description = "Only those since an instant, or of the last 2h.")
    private @Nullable String since;

    Predicate<Letter> predicate(Clock clock) {
        Instant from = since == null ? Instant.MIN : from(since, clock);
        return letter -> (cause == null || letter.cause().equals(cause.name()))
                && (taskId == null || letter.isOf(taskId))
                && !letter.appended().isBefore(from);
    }

    private static Instant from(String text, Clock clock) {
        return text.contains("T")
                ? TimeWords.instant("--since", text)
                : clock.instant().minus(Durations.parse("--since", text));
    }

    /** Refuses to guess between names and filters. */
    void requireEither(List<String> names, boolean all) {
        boolean filtered = all || cause != null || taskId != null || since != null;
        if (names.isEmpty() && !filtered) {
            throw choose("name the dead letters, or choose them by --cause, --task or --since, or say --all");
        }
        if (!names.isEmpty() && filtered) {
            throw choose(
                    "dead letters are either named or chosen by --all, --cause, --task and --since; leave out one of"
                            + " both");
        }
    }

    private static CliException choose(String words) {
        return new CliException(CliProblem.CONFLICTING_OPTIONS, words);
    }
}
