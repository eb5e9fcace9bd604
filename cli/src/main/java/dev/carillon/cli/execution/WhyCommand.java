package dev.carillon.cli.execution;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.insight.why.WhyAnswer;
import dev.carillon.insight.why.WhyLook;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon why}. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        description = "Explain from the records why a tick of a schedule did or did not run.")
public final class WhyCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(
            paramLabel = "TASKID",
            description = "The schedule, or the key of a tick or another execution, TASKID:INSTANT.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String name;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Which tick: 2026-11-18T06:00:00Z, or 2026-11-18T07:00 or 07:00 in the schedule's zone; the"
                    + " default is the last one that was due.")
    private @Nullable String at;

    @Mixin
    private final OutputOption output = new OutputOption();

    public WhyCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        int colon = name.indexOf(':');
        if (colon >= 0 && at != null) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS,
                    "the key names its instant already; leave out --at, or name TASKID");
        }
        String taskId = TaskId.check("TASKID", colon < 0 ? name : name.substring(0, colon));
        String asked = colon < 0 ? at : name.substring(colon + 1);
        try (ClusterSession session = sessions.open()) {
            Instant now = session.now();
            WhyLook look = new WhyLook(session.scan(), session.names(), now, taskId);
            if (!look.isKnown() && asked == null) {
                throw unknown(session, taskId);
            }
            WhyAnswer answer = asked == null
                    ? look.why(look.lastDue().or(look::nextDue).orElse(now.truncatedTo(ChronoUnit.SECONDS)))
                    : answer(look, asked, now);
            if (answer.verdict() == WhyAnswer.Verdict.UNKNOWN_SCHEDULE) {
                throw unknown(session, taskId);
            }
            print(answer, look, now, asked == null ? look.nextDue() : Optional.empty());
        }
        return ExitCode.DONE;
    }

    private WhyAnswer answer(WhyLook look, String asked, Instant now) {
        if (name.indexOf(':') >= 0 && asked.indexOf('~') >= 0) {
            return look.why(ExecutionKey.parse(name));
        }
        return TimeWords.local(asked, look.zone(), now)
                .map(look::why)
                .orElseGet(() -> look.why(TimeWords.instant("--at", asked)));
    }

    /** Why a tick did or did not run, and when the next is. */
    private record TickAnswer(
            @JsonUnwrapped WhyAnswer why,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            Instant nextTick) {}

    private void print(WhyAnswer answer, WhyLook look, Instant now, Optional<Instant> next) {
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.print(Json.answer(new TickAnswer(answer, next.orElse(null))));
            return;
        }
        WhyWords.of(answer, now, look.zone(), terminal.paint()).forEach(terminal::print);
        next.ifPresent(instant ->
                terminal.print("The next tick is at " + instant + " (" + TextPieces.relative(instant, now) + ")."));
    }

    private static ClientException unknown(ClusterSession session, String taskId) {
        String hint = NearestWord.to(taskId, session.schedules().all().keySet())
                .map(near -> "did you mean " + near + "?")
                .orElse("list them with: carillon schedule list");
        return new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE,
                "no schedule " + ContractException.shown(taskId) + " was ever defined, as far back as "
                        + session.names().schedules() + " is kept; " + hint);
    }
}
