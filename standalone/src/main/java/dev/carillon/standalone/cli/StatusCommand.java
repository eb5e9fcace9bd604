package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.ExecutionStatus;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.standalone.look.AttentionItem;
import dev.carillon.standalone.look.ClusterJson;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.ClusterStatus;
import dev.carillon.standalone.look.ClusterWords;
import dev.carillon.standalone.look.ExecutionJson;
import dev.carillon.standalone.look.ExecutionLook;
import dev.carillon.standalone.look.ExecutionWords;
import dev.carillon.standalone.look.HealthJudge;
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
        description = "Show the state of the whole system, or of one execution.")
final class StatusCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(
            paramLabel = "KEY",
            arity = "0..1",
            description = "The execution, TASKID:INSTANT; without it, the whole system.")
    private @Nullable String key;

    @Mixin
    private final OutputOption output = new OutputOption();

    StatusCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (key != null) {
            ofExecution(ExecutionKey.parse(key));
        } else {
            try (ClusterSession session = sessions.open()) {
                ofSystem(session);
            }
        }
        return ExitCode.DONE;
    }

    private void ofSystem(ClusterSession session) {
        ClusterLook look = new ClusterLook(session.scan(), session.names(), session.now());
        if (!look.isAnythingThere()) {
            throw noTopics(session);
        }
        ClusterStatus status = look.status();
        List<AttentionItem> needs = HealthJudge.of(status);
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.print(ClusterJson.of(status, needs).toString());
        } else {
            ClusterWords.of(status, needs, terminal.paint()).forEach(terminal::print);
        }
    }

    private void ofExecution(ExecutionKey asked) {
        ExecutionStatus status;
        try (ClusterSession session = sessions.open()) {
            status = new ExecutionLook(session.scan(), session.names(), session.now())
                    .status(asked)
                    .orElseThrow(() -> unknown(session, asked));
        }
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.print(ExecutionJson.of(status).toString());
        } else {
            ExecutionWords.of(status, sessions.environment().clock().instant(), terminal.paint())
                    .forEach(terminal::print);
        }
    }

    private static CliException unknown(ClusterSession session, ExecutionKey asked) {
        return new CliException(
                CliProblem.NO_SUCH_EXECUTION,
                "no record of " + asked + " is found in the tasks, results, outcomes and events of "
                        + session.names().namespace()
                        + ", which are kept for seven days; for a tick, ask why with: carillon why " + asked.taskId()
                        + " --at " + asked.execTime().instant());
    }

    private static ClientException noTopics(ClusterSession session) {
        return new ClientException(
                ClientProblem.NO_SUCH_TOPICS,
                "Kafka answers, but has no topic whose name begins with "
                        + session.names().namespace()
                        + ".; create them with: carillon topics create, or name another --namespace");
    }
}
