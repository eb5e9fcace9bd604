package dev.carillon.standalone.doctor;

import dev.carillon.standalone.render.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether there are workers for the work that is planned. */
final class WorkersCheck {
    private WorkersCheck() {}

    static List<Finding> judge(WorkersFact workers) {
        List<Finding> findings = new ArrayList<>();
        if (!workers.unreadable().isEmpty()) {
            findings.add(Trouble.SCHEDULE_UNREADABLE.found(
                    "the schedules " + Words.some(workers.unreadable()) + " can't be read",
                    "carillon schedule get " + workers.unreadable().get(0) + ", and apply it again"));
        }
        if (workers.live() == 0) {
            findings.add(Trouble.NO_WORKER.found("no worker is alive", "carillon run worker"));
            return findings;
        }
        workers.wanted().forEach((kind, taskIds) -> {
            if (!workers.served().getOrDefault(kind.queue(), Set.of()).contains(kind.type())) {
                findings.add(Trouble.TYPE_UNSERVED.found(
                        "no live worker of the queue " + kind.queue() + " serves the type " + kind.type()
                                + ", which is asked for by " + Words.some(taskIds),
                        kind.type().equals("shell")
                                ? "carillon run worker --worker.queue=" + kind.queue() + " --worker.shell.enabled=true"
                                : "start a worker of the queue " + kind.queue() + " with a handler for "
                                        + kind.type()));
            }
        });
        if (findings.isEmpty()) {
            findings.add(Finding.good(Texts.count(workers.live(), "worker is", "workers are") + " alive"));
        }
        return findings;
    }
}
