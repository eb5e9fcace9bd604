package dev.carillon.cli.cluster;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code carillon workers}. */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        description = "List the workers by their last heartbeat; silent ones are marked as gone.")
public final class WorkersCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Mixin
    private final OutputOption output = new OutputOption();

    public WorkersCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            WorkersSeen workers =
                    WorkersSeen.look(session.scan(), session.names().workers(), session.now());
            List<WorkerSeen> all = workers.all();
            Terminal terminal = sessions.terminal();
            if (output.json()) {
                all.forEach(worker -> terminal.print(Json.answer(WorkerAnswer.of(worker))));
            } else if (all.isEmpty()) {
                terminal.print("no workers; start one with: carillon run worker");
            } else {
                WorkersWords.table(all, session.now()).forEach(terminal::print);
            }
        }
        return ExitCode.DONE;
    }
}
