package dev.carillon.cli.cron;

import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that decide, together with the expression, when it fires. */
final class CronOptions {
    @Option(names = "--zone", paramLabel = "ZONE", description = "Time zone, like Europe/Berlin (default: UTC).")
    private @Nullable String zone;

    @Option(
            names = "--gap",
            paramLabel = "run-after|skip",
            description = "What to do with a local time that a clock change skips (default: ${DEFAULT-VALUE}).",
            defaultValue = "run-after")
    private String gap = "run-after";

    @Option(
            names = "--fold",
            paramLabel = "first|last|both",
            description = "Which one to take of a local time that occurs twice (default: ${DEFAULT-VALUE}).",
            defaultValue = "first")
    private String fold = "first";

    @Option(names = "--from", paramLabel = "INSTANT", description = "Fire times after this instant (default: now).")
    private @Nullable String from;

    @Option(
            names = "-n",
            paramLabel = "COUNT",
            description = "How many fire times (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int count = 5;

    @Option(
            names = {"--task-id", "--id"},
            paramLabel = "TASKID",
            description = "The taskId whose hash stands for H in the expression.")
    private @Nullable String taskId;

    /** The fire times of the expression under these options. */
    FireTimes fireTimes(String expression, Clock clock) {
        return new FireTimes(
                expression,
                taskId == null ? FireTimes.ANY_TASK : TaskId.check("--task-id", taskId),
                zone,
                choice("--gap", gap, Gap.values()),
                choice("--fold", fold, Fold.values()),
                from == null ? clock.instant() : TimeWords.instant("--from", from),
                OptionLimits.within("-n", count, 1, FireTimes.MAX_COUNT));
    }

    private static <E extends Enum<E>> E choice(String option, String text, E[] values) {
        Function<E, String> spelled =
                value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        List<String> known = Arrays.stream(values).map(spelled).toList();
        int at = known.indexOf(text.toLowerCase(Locale.ROOT));
        if (at < 0) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_VALUE,
                    option,
                    ContractException.shown(text) + " is not one of " + String.join(", ", known),
                    "choose one");
        }
        return values[at];
    }
}
