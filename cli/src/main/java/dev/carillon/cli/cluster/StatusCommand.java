package dev.carillon.cli.cluster;

import dev.carillon.cli.execution.ExecutionAnswer;
import dev.carillon.cli.execution.ExecutionWords;
import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.insight.cluster.ClusterAnswer;
import dev.carillon.insight.cluster.ClusterLook;
import dev.carillon.insight.cluster.ClusterProblem;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.HealthJudge;
import dev.carillon.insight.execution.ExecutionLook;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
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
public final class StatusCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(
            paramLabel = "KEY",
            arity = "0..1",
            description = "The execution, TASKID:INSTANT; without it, the whole system.")
    private @Nullable String key;

    @Mixin
    private final OutputOption output = new OutputOption();

    public StatusCommand(ClusterSessions sessions) {
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
        List<ClusterProblem> needs = HealthJudge.of(status);
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            terminal.print(Json.answer(ClusterAnswer.of(status, needs)));
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
            terminal.print(Json.answer(ExecutionAnswer.of(status)));
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
