package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.ExecutionStatus;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.standalone.look.ClusterJson;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.ClusterWords;
import dev.carillon.standalone.look.ExecutionJson;
import dev.carillon.standalone.look.ExecutionLook;
import dev.carillon.standalone.look.ExecutionWords;
import dev.carillon.standalone.look.Health;
import dev.carillon.standalone.look.Need;
import dev.carillon.standalone.look.Standing;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code carillon status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Say how the whole system is, or what became of one execution.")
final class StatusCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(
            paramLabel = "KEY",
            arity = "0..1",
            description = "Of which execution, TASKID:INSTANT; without it, of the whole system.")
    private @Nullable String key;

    @Mixin
    private final OutputOption output = new OutputOption();

    StatusCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (key != null) {
            ofExecution(ExecutionKey.parse(key));
        } else {
            try (Session session = sessions.open()) {
                ofSystem(session);
            }
        }
        return ExitCode.DONE;
    }

    private void ofSystem(Session session) {
        ClusterLook look = new ClusterLook(session.pass(), session.names(), session.now());
        if (!look.isAnythingThere()) {
            throw noTopics(session);
        }
        Standing standing = look.standing();
        List<Need> needs = Health.of(standing);
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.say(ClusterJson.of(standing, needs).toString());
        } else {
            ClusterWords.of(standing, needs, terminal.paint()).forEach(terminal::say);
        }
    }

    private void ofExecution(ExecutionKey asked) {
        ExecutionStatus status;
        try (Session session = sessions.open()) {
            status = new ExecutionLook(session.pass(), session.names(), session.now())
                    .status(asked)
                    .orElseThrow(() -> unknown(session, asked));
        }
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.say(ExecutionJson.of(status).toString());
        } else {
            ExecutionWords.of(status, sessions.surroundings().clock().instant(), terminal.paint())
                    .forEach(terminal::say);
        }
    }

    private static CliException unknown(Session session, ExecutionKey asked) {
        return new CliException(
                CliProblem.NO_SUCH_EXECUTION,
                "no record of " + asked + " is found in the tasks, results, outcomes and events of "
                        + session.names().namespace()
                        + ", which keep seven days; was it ever to run? ask with: carillon why " + asked.taskId()
                        + " --at " + asked.execTime().instant());
    }

    private static ClientException noTopics(Session session) {
        return new ClientException(
                ClientProblem.NO_SUCH_TOPICS,
                "Kafka answers, but has no topic whose name begins with "
                        + session.names().namespace()
                        + ".; make them with: carillon topics create, or name another --namespace");
    }
}
