package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.OutcomeWatch;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.standalone.render.OutcomeSentence;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One execution that a command asks for: it is watched, asked for, and waited for.
 *
 * @param fresh whether nobody can have used the key before
 */
record Execution(Session session, ExecutionKey key, boolean fresh, boolean json) {

    /** Asks, and returns at once. */
    int ask(Runnable asking, String words) {
        asking.run();
        say(words);
        return ExitCode.DONE;
    }

    /** Asks, and returns the exit code that the outcome deserves. */
    int askAndWait(Runnable asking, String words, Duration atMost) {
        try (OutcomeWatch watch = OutcomeWatch.open(session.log(), session.names(), key)) {
            Optional<Outcome> earlier = fresh ? Optional.empty() : watch.earlier();
            if (earlier.isPresent()) {
                terminal().tell(key + " has its outcome already, from an earlier use; nothing was sent");
                return answer(earlier.get());
            }
            asking.run();
            if (!json) {
                terminal().tell(words);
            }
            Outcome outcome = watch.await(atMost)
                    .orElseThrow(() -> new ClientException(
                            ClientProblem.NO_OUTCOME,
                            "there is no outcome of " + key + " after " + Texts.duration(atMost)
                                    + "; it goes on, and shows up in: carillon outcomes --follow"));
            return answer(outcome);
        }
    }

    private int answer(Outcome outcome) {
        boolean succeeded = outcome.status() == OutcomeStatus.SUCCEEDED;
        if (json) {
            terminal().say(new String(Kind.OUTCOME.encode(outcome), StandardCharsets.UTF_8));
        } else {
            String sentence = OutcomeSentence.of(outcome);
            terminal()
                    .say(
                            succeeded
                                    ? terminal().paint().good(sentence)
                                    : terminal().paint().bad(sentence));
            @Nullable
            String data = outcome.last() == null || outcome.last().data() == null
                    ? null
                    : outcome.last().data().text();
            if (data != null) {
                terminal().say("result: " + Texts.oneLine(data));
            }
        }
        return succeeded ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void say(String words) {
        if (json) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.put("key", key.toString());
            terminal().say(answer.toString());
        } else {
            terminal().say(words);
        }
    }

    private Terminal terminal() {
        return session.surroundings().terminal();
    }
}
