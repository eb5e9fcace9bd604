package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import dev.carillon.insight.words.TextPieces;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Judges whether live workers serve the types that schedules need. */
public final class WorkersCheck {
    private WorkersCheck() {}

    public static List<Finding> judge(WorkersFact workers) {
        List<Finding> findings = new ArrayList<>();
        if (!workers.unreadable().isEmpty()) {
            findings.add(FindingKind.SCHEDULE_UNREADABLE.found(
                    "the schedules " + SentenceParts.some(workers.unreadable()) + " can't be read",
                    "carillon schedule get "
                            + TextPieces.oneLine(workers.unreadable().get(0)) + ", and apply it again"));
        }
        if (workers.live() == 0) {
            findings.add(FindingKind.NO_WORKER.found("no worker is alive", "carillon run worker"));
            return findings;
        }
        workers.wanted().forEach((kind, taskIds) -> {
            if (!workers.served().getOrDefault(kind.queue(), Set.of()).contains(kind.type())) {
                findings.add(FindingKind.TYPE_UNSERVED.found(
                        "no live worker of the queue " + kind.queue() + " serves the type " + kind.type()
                                + ", which is needed by " + SentenceParts.some(taskIds),
                        kind.type().equals("shell")
                                ? "carillon run worker --worker.queue=" + kind.queue() + " --worker.shell.enabled=true"
                                : "start a worker of the queue " + kind.queue() + " with a handler for "
                                        + kind.type()));
            }
        });
        if (findings.isEmpty()) {
            findings.add(Finding.good(TextPieces.count(workers.live(), "worker is", "workers are") + " alive"));
        }
        return findings;
    }
}
