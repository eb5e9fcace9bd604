package dev.carillon.cli.cluster;

import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.insight.cluster.ClusterProblem;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.LeaderTerm;
import dev.carillon.insight.cluster.OutcomeStatistics;
import dev.carillon.insight.cluster.QueueLoad;
import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.worker.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Formats the status of the system: problems first, then the figures. */
public final class ClusterWords {
    private static final int LABEL = 11;

    private final ClusterStatus cluster;
    private final TerminalColors paint;
    private final List<String> lines = new ArrayList<>();

    private ClusterWords(ClusterStatus cluster, TerminalColors paint) {
        this.cluster = cluster;
        this.paint = paint;
    }

    public static List<String> of(ClusterStatus cluster, List<ClusterProblem> needs, TerminalColors paint) {
        ClusterWords words = new ClusterWords(cluster, paint);
        words.health(needs);
        words.lines.add("");
        words.trigger();
        words.workers();
        words.queues();
        words.collector();
        words.ends();
        return List.copyOf(words.lines);
    }

    private void line(String label, String words) {
        lines.addAll(LineWrapping.lines(TextPieces.padded(label, LABEL) + words, LABEL));
    }

    private void health(List<ClusterProblem> needs) {
        if (needs.isEmpty()) {
            int workers = cluster.workers().living().size();
            lines.add(paint.good("All well:") + " the trigger is on time and "
                    + TextPieces.count(workers, "worker", "workers")
                    + (workers == 1 ? " serves " : " serve ")
                    + TextPieces.count(cluster.queues().size(), "queue", "queues") + ".");
            return;
        }
        lines.add(paint.bad("Needs you:"));
        for (ClusterProblem item : needs) {
            lines.addAll(LineWrapping.lines("  - " + item.words(), 4));
            lines.add("    " + paint.faint("next: " + item.next()));
        }
    }

    private void trigger() {
        TriggerSeen trigger = cluster.trigger();
        LeaderTerm leader = trigger.history().leader();
        if (trigger.watermark() == null) {
            line("Trigger", "none has ever led here");
            return;
        }
        line("Trigger", leaderWords(trigger, leader));
        Duration behind = Objects.requireNonNull(trigger.behind(cluster.now()));
        line(
                "",
                "all ticks up to "
                        + TextPieces.second(
                                trigger.watermark().value().reached().due()) + " are decided ("
                        + TextPieces.duration(behind) + " ago)");
        ReadValue<Slice> last = trigger.history().lastWithTicks();
        String lastWords = last == null
                ? "no tick published lately"
                : "last " + TextPieces.count(last.value().tasks(), "tick", "ticks") + " published "
                        + TextPieces.ago(last.at().appended(), cluster.now());
        line(
                "",
                lastWords + ", " + TextPieces.count(trigger.history().recentTicks(), "tick", "ticks") + " in "
                        + TriggerSeen.RECENT.toMinutes() + " min");
    }

    private String leaderWords(TriggerSeen trigger, @Nullable LeaderTerm leader) {
        if (leader == null) {
            return trigger.isMoving(cluster.now())
                    ? "a trigger leads; the record of which one is no longer kept"
                    : "no trigger leads now; the record of the last leader is no longer kept";
        }
        Instant since = leader.since();
        String term = since == null
                ? " (since before the oldest event that was read)"
                : " since " + TextPieces.second(since) + " (" + TextPieces.ago(since, cluster.now()) + ")";
        if (trigger.isMoving(cluster.now())) {
            return leader.source() + " leads" + term;
        }
        Instant ended = leader.ended();
        return "no trigger leads now; " + leader.source() + " led last"
                + (ended == null ? "" : ", until " + TextPieces.second(ended));
    }

    private void workers() {
        WorkersSeen workers = cluster.workers();
        List<String> states = new ArrayList<>();
        for (WorkerState state : WorkerState.values()) {
            if (workers.inState(state) > 0) {
                states.add(workers.inState(state) + " " + state.name().toLowerCase(Locale.ROOT));
            }
        }
        if (!workers.gone().isEmpty()) {
            states.add(workers.gone().size() + " gone");
        }
        line(
                "Workers",
                workers.living().isEmpty()
                        ? "none" + (states.isEmpty() ? "" : " (" + String.join(", ", states) + ")")
                        : workers.living().size() + " (" + String.join(", ", states) + "), " + workers.running()
                                + " of " + workers.slots() + " slots busy"
                                + (workers.held() > 0 ? ", " + workers.held() + " held" : ""));
    }

    private void queues() {
        if (cluster.queues().isEmpty()) {
            line("Queues", "none");
        }
        boolean first = true;
        for (QueueLoad queue : cluster.queues()) {
            line(first ? "Queues" : "", queue.queue() + ": " + queueWords(queue));
            first = false;
        }
    }

    private String queueWords(QueueLoad queue) {
        List<String> words = new ArrayList<>();
        for (Backlog lane : queue.lanes()) {
            if (lane.waiting() > 0) {
                words.add((lane.exact() ? "" : "up to ") + lane.waiting() + " " + lane(lane.topic(), queue.queue()));
            }
        }
        String open = words.isEmpty() ? "nothing waits" : String.join(", ", words) + " unfinished";
        String oldest = queue.oldest()
                .map(since -> ", the oldest for " + TextPieces.duration(Duration.between(since, cluster.now())))
                .orElse("");
        String later = queue.later() > 0 ? ", " + queue.later() + " held for later" : "";
        return open + oldest + later + (queue.served() ? "" : "; no worker serves it");
    }

    /** {@code normal} or {@code released}: the part of the topic's name that is not the queue's. */
    static String lane(String topic, String queue) {
        return topic.endsWith(".released." + queue) ? "released" : topic.substring(topic.lastIndexOf('.') + 1);
    }

    private void collector() {
        long unread = cluster.collector().stream().mapToLong(Backlog::waiting).sum();
        boolean exact = cluster.collector().stream().allMatch(Backlog::exact);
        line(
                "Collector",
                unread == 0
                        ? "has processed everything"
                        : (exact ? "" : "up to ") + TextPieces.count(unread, "record", "records") + " to process");
    }

    private void ends() {
        ClusterStatus.Ends ends = cluster.ends();
        line(
                "Open",
                number(ends.retrying()) + " retrying after a failed attempt, " + number(ends.delayed())
                        + " waiting for a later time");
        OutcomeStatistics recent = ends.recent();
        String period = " in " + ClusterStatus.Ends.RECENT_MINUTES + " min";
        if (recent == null) {
            line("Outcomes", "too many to count here; see: carillon stats --since 10m");
        } else if (recent.ended() == 0) {
            line("Outcomes", "none" + period);
        } else {
            List<String> counts = new ArrayList<>();
            for (OutcomeStatus status : OutcomeStatus.values()) {
                if (recent.count(status) > 0) {
                    counts.add(recent.count(status) + " " + status.name().toLowerCase(Locale.ROOT));
                }
            }
            line("Outcomes", String.join(", ", counts) + period);
        }
        String last = ends.lastDead() == null ? "" : ", the last " + TextPieces.ago(ends.lastDead(), cluster.now());
        line(
                "Dead",
                ends.dead() == 0
                        ? "no dead letters"
                        : (ends.dead() < 0
                                        ? "very many dead letters"
                                        : TextPieces.count(ends.dead(), "dead letter", "dead letters"))
                                + last);
    }

    private static String number(long count) {
        return count < 0 ? "very many" : Long.toString(count);
    }
}
