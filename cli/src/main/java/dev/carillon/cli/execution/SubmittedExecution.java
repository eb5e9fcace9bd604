package dev.carillon.cli.execution;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Starts one execution and, if wanted, waits for its outcome. It watches the topic from before the start, so that it
 * can't miss the outcome.
 *
 * @param fresh whether the key is new, so that it can't have an outcome yet
 */
public record SubmittedExecution(ClusterSession session, ExecutionKey key, boolean fresh, boolean json) {

    /** Starts it and returns at once. */
    public int start(Runnable request, String message) {
        request.run();
        print(message);
        return ExitCode.DONE;
    }

    /** Starts it, waits, and returns 0 only if it succeeded. */
    public int startAndWait(Runnable request, String message, Duration atMost) {
        try (OutcomeWatch watch = OutcomeWatch.open(session.log(), session.names(), key)) {
            Optional<Outcome> earlier = fresh ? Optional.empty() : watch.earlier();
            if (earlier.isPresent()) {
                terminal().printErr(key + " has its outcome already, from an earlier run; nothing was sent");
                return answer(earlier.get());
            }
            request.run();
            if (!json) {
                terminal().printErr(message);
            }
            Outcome outcome = watch.await(atMost)
                    .orElseThrow(() -> new ClientException(
                            ClientProblem.NO_OUTCOME,
                            "there is no outcome of " + key + " after " + TextPieces.duration(atMost)
                                    + "; the execution goes on, look later with: carillon status " + key));
            return answer(outcome);
        }
    }

    private int answer(Outcome outcome) {
        boolean succeeded = outcome.status() == OutcomeStatus.SUCCEEDED;
        if (json) {
            terminal().print(new String(Kind.OUTCOME.encode(outcome), StandardCharsets.UTF_8));
        } else {
            String sentence = OutcomeSentence.of(outcome);
            terminal()
                    .print(
                            succeeded
                                    ? terminal().paint().good(sentence)
                                    : terminal().paint().bad(sentence));
            @Nullable
            String data = outcome.last() == null || outcome.last().data() == null
                    ? null
                    : outcome.last().data().text();
            if (data != null) {
                terminal().print("result: " + TextPieces.oneLine(data));
            }
        }
        return succeeded ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void print(String message) {
        if (json) {
            terminal().print(Json.answer(new KeyAnswer(key.toString())));
        } else {
            terminal().print(message);
        }
    }

    /** The key of what was started. */
    private record KeyAnswer(String key) {}

    private Terminal terminal() {
        return session.environment().terminal();
    }
}
