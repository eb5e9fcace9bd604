package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.trigger.Marker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the problems in the status of the system, the worst first. */
public final class HealthJudge {
    /** A task that is queued for longer is reported. */
    private static final Duration LONG_IN_A_QUEUE = Duration.ofMinutes(1);

    private static final Duration LONG_UNREAD = Duration.ofSeconds(30);
    private static final Duration DEAD_LATELY = Duration.ofHours(1);
    private static final int NAMED = 3;

    private final ClusterStatus status;
    private final List<ClusterProblem> problems = new ArrayList<>();

    private HealthJudge(ClusterStatus status) {
        this.status = status;
    }

    /** The problems; empty if all is well. */
    public static List<ClusterProblem> of(ClusterStatus status) {
        HealthJudge health = new HealthJudge(status);
        health.topics();
        health.trigger();
        health.workers();
        health.collector();
        health.schedules();
        health.deadLetters();
        return List.copyOf(health.problems);
    }

    private void add(ClusterProblem.Kind kind, String words, String next) {
        problems.add(new ClusterProblem(kind, words, next));
    }

    private void topics() {
        List<String> missing = status.missing();
        if (!missing.isEmpty()) {
            add(
                    ClusterProblem.Kind.TOPICS_MISSING,
                    TextPieces.count(missing.size(), "topic is", "topics are") + " missing: " + some(missing),
                    "carillon topics create");
        }
    }

    private void trigger() {
        TriggerSeen trigger = status.trigger();
        LeaderTerm leader = trigger.history().leader();
        if (trigger.watermark() == null) {
            add(
                    ClusterProblem.Kind.NO_TRIGGER,
                    "no trigger has ever led, so no schedule fires",
                    "carillon run trigger");
        } else if (!trigger.isMoving(status.now())) {
            Duration silence = Objects.requireNonNull(trigger.silence(status.now()));
            String lastLeader = leader == null ? "" : " (" + leader.source() + " led last)";
            add(
                    ClusterProblem.Kind.TRIGGER_SILENT,
                    "no trigger has decided anything for " + TextPieces.duration(silence) + lastLeader
                            + ", so no schedule fires",
                    "carillon run trigger");
        } else {
            Duration behind = Objects.requireNonNull(trigger.behind(status.now()));
            if (behind.compareTo(trigger.silentAfter()) > 0) {
                add(
                        ClusterProblem.Kind.TRIGGER_BEHIND,
                        "the trigger is " + TextPieces.duration(behind) + " behind the clock",
                        "carillon doctor");
            }
        }
    }

    private void workers() {
        WorkersSeen workers = status.workers();
        if (workers.living().isEmpty()) {
            add(ClusterProblem.Kind.NO_WORKER, "no worker is alive, so nothing runs", "carillon run worker");
        }
        for (WorkerSeen gone : workers.gone()) {
            if (gone.silence().compareTo(DEAD_LATELY) < 0) {
                add(
                        ClusterProblem.Kind.WORKER_SILENT,
                        "worker " + gone.id() + " has sent no heartbeat for " + TextPieces.duration(gone.silence()),
                        "carillon workers");
            }
        }
        for (QueueLoad queue : status.queues()) {
            queue(queue);
        }
    }

    private void queue(QueueLoad queue) {
        boolean any = !status.workers().living().isEmpty();
        if (!queue.served() && queue.waiting() > 0 && any) {
            add(
                    ClusterProblem.Kind.QUEUE_UNSERVED,
                    TextPieces.count(queue.waiting(), "task waits", "tasks wait") + " in queue " + queue.queue()
                            + ", which no worker serves",
                    "carillon run worker --worker.queue=" + queue.queue());
            return;
        }
        Optional<Instant> oldest = queue.oldest();
        if (oldest.isPresent() && oldest.get().plus(LONG_IN_A_QUEUE).isBefore(status.now())) {
            add(
                    ClusterProblem.Kind.QUEUE_SLOW,
                    TextPieces.count(queue.waiting(), "task", "tasks") + " in queue " + queue.queue()
                            + (queue.waiting() == 1 ? " is" : " are") + " unfinished, the oldest for "
                            + TextPieces.duration(Duration.between(oldest.get(), status.now())),
                    "carillon workers");
        }
    }

    private void collector() {
        long unread = status.collector().stream().mapToLong(Backlog::waiting).sum();
        @Nullable
        Instant oldest = status.collector().stream()
                .map(Backlog::oldest)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        boolean many = status.collector().stream().anyMatch(backlog -> !backlog.exact());
        if (many || (oldest != null && oldest.plus(LONG_UNREAD).isBefore(status.now()))) {
            String since = oldest == null
                    ? ""
                    : ", the oldest for " + TextPieces.duration(Duration.between(oldest, status.now()));
            add(
                    ClusterProblem.Kind.COLLECTOR_BEHIND,
                    "the collector has " + (many ? "about " : "") + TextPieces.count(unread, "record", "records")
                            + " to process" + since,
                    "carillon run collector");
        }
    }

    private void schedules() {
        List<String> broken = status.trigger().markers().values().stream()
                .map(ReadValue::value)
                .filter(marker -> marker.brokenCode() != null && marker.deleted() == null)
                .map(Marker::taskId)
                .sorted()
                .toList();
        if (!broken.isEmpty()) {
            add(
                    ClusterProblem.Kind.SCHEDULES_BROKEN,
                    TextPieces.count(broken.size(), "schedule has", "schedules have")
                            + " a definition that can't be used: " + some(broken),
                    "carillon why " + broken.get(0));
        }
    }

    private void deadLetters() {
        Instant last = status.ends().lastDead();
        if (last != null && last.plus(DEAD_LATELY).isAfter(status.now())) {
            add(
                    ClusterProblem.Kind.DEAD_LETTERS,
                    (status.ends().dead() < 0
                                    ? "very many dead letters wait"
                                    : TextPieces.count(status.ends().dead(), "dead letter waits", "dead letters wait"))
                            + " to be replayed or dropped, the last one written " + TextPieces.ago(last, status.now()),
                    "carillon dlq list");
        }
    }

    private static String some(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
    }
}
