package dev.carillon.cli.frame;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --wait[=DURATION]}, for commands that start an execution. */
public final class WaitOption {
    private static final String DEFAULT = "5m";

    @Option(
            names = {"-w", "--wait"},
            arity = "0..1",
            fallbackValue = DEFAULT,
            paramLabel = "DURATION",
            description = "Wait for the outcome, at most this long (" + DEFAULT + "); exit 0 only if it succeeded.")
    private @Nullable String wait;

    public Optional<Duration> atMost() {
        return Optional.ofNullable(wait).map(text -> dev.carillon.schemas.json.Durations.parse("--wait", text));
    }
}
