package dev.carillon.cli.execution;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon cancel}: asks the system to cancel one execution, in any state. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Cancel one execution, whether it is waiting, queued or running.")
public final class CancelCommand implements Callable<Integer> {
    private static final String DEFAULT_WAIT = "30s";

    private final ClusterSessions sessions;

    @Parameters(paramLabel = "KEY", description = "taskId:execTime, as lists show it.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String key;

    @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept in the records.")
    private @Nullable String reason;

    @Option(
            names = {"-w", "--wait"},
            arity = "0..1",
            fallbackValue = DEFAULT_WAIT,
            paramLabel = "DURATION",
            description = "Wait for the outcome, at most this long (" + DEFAULT_WAIT + "); exit 0 only if CANCELLED.")
    private @Nullable String wait;

    public CancelCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        ExecutionKey parsed = ExecutionKey.parse(key);
        Duration atMost = wait == null ? Duration.ZERO : dev.carillon.schemas.json.Durations.parse("--wait", wait);
        try (ClusterSession session = sessions.open();
                OutcomeWatch watch = OutcomeWatch.open(session.log(), session.names(), parsed)) {
            Optional<Outcome> earlier = watch.earlier();
            if (earlier.isPresent()) {
                throw new CliException(
                        CliProblem.ALREADY_ENDED,
                        "nothing to cancel: " + parsed + " has ended already; " + OutcomeSentence.of(earlier.get()));
            }
            session.commands().cancel(parsed, reason);
            if (wait == null) {
                sessions.terminal()
                        .print("cancel requested for " + parsed + "; see its outcome with: carillon outcomes --key "
                                + parsed);
                return ExitCode.DONE;
            }
            return watch.await(atMost)
                    .map(this::answer)
                    .orElseThrow(() -> new ClientException(
                            ClientProblem.NO_OUTCOME,
                            "there is no outcome of " + parsed
                                    + " yet; if there is no such execution, none will come"));
        }
    }

    private int answer(Outcome outcome) {
        sessions.terminal().print(OutcomeSentence.of(outcome));
        return outcome.status() == OutcomeStatus.CANCELLED ? ExitCode.DONE : ExitCode.FAILED;
    }
}
