package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Marker;
import dev.carillon.standalone.render.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges a standing: what needs a person, the worst first. */
public final class Health {
    /** Queued for longer than this is worth a look. */
    private static final Duration LONG_IN_A_QUEUE = Duration.ofMinutes(1);

    private static final Duration LONG_UNREAD = Duration.ofSeconds(30);
    private static final Duration DEAD_LATELY = Duration.ofHours(1);
    private static final int NAMED = 3;

    private final Standing standing;
    private final List<Need> needs = new ArrayList<>();

    private Health(Standing standing) {
        this.standing = standing;
    }

    /** Nothing if all is well. */
    public static List<Need> of(Standing standing) {
        Health health = new Health(standing);
        health.topics();
        health.trigger();
        health.workers();
        health.collector();
        health.schedules();
        health.deadLetters();
        return List.copyOf(health.needs);
    }

    private void need(Need.Kind kind, String words, String next) {
        needs.add(new Need(kind, words, next));
    }

    private void topics() {
        List<String> missing = standing.missing();
        if (!missing.isEmpty()) {
            need(
                    Need.Kind.TOPICS_MISSING,
                    Texts.count(missing.size(), "topic is", "topics are") + " missing: " + some(missing),
                    "carillon topics create");
        }
    }

    private void trigger() {
        TriggerSeen trigger = standing.trigger();
        Leader leader = trigger.history().leader();
        if (trigger.watermark() == null) {
            need(Need.Kind.NO_TRIGGER, "no trigger has ever led, so no schedule fires", "carillon run trigger");
        } else if (!trigger.isMoving(standing.now())) {
            Duration silence = Objects.requireNonNull(trigger.silence(standing.now()));
            String who = leader == null ? "" : " (" + leader.source() + " led last)";
            need(
                    Need.Kind.TRIGGER_SILENT,
                    "no trigger has moved its watermark for " + Texts.duration(silence) + who
                            + ", so no schedule fires",
                    "carillon run trigger");
        } else {
            Duration behind = Objects.requireNonNull(trigger.behind(standing.now()));
            if (behind.compareTo(TriggerSeen.STILL_AFTER) > 0) {
                need(
                        Need.Kind.TRIGGER_BEHIND,
                        "the trigger is " + Texts.duration(behind) + " behind the clock",
                        "carillon doctor");
            }
        }
    }

    private void workers() {
        WorkersSeen workers = standing.workers();
        if (workers.living().isEmpty()) {
            need(Need.Kind.NO_WORKER, "no worker is there, so nothing runs", "carillon run worker");
        }
        for (WorkerSeen gone : workers.gone()) {
            if (gone.silence().compareTo(DEAD_LATELY) < 0) {
                need(
                        Need.Kind.WORKER_SILENT,
                        "worker " + gone.id() + " has been silent for " + Texts.duration(gone.silence()),
                        "carillon workers");
            }
        }
        for (QueueLoad queue : standing.queues()) {
            queue(queue);
        }
    }

    private void queue(QueueLoad queue) {
        boolean any = !standing.workers().living().isEmpty();
        if (!queue.served() && queue.waiting() > 0 && any) {
            need(
                    Need.Kind.QUEUE_UNSERVED,
                    Texts.count(queue.waiting(), "task waits", "tasks wait") + " in queue " + queue.queue()
                            + ", which no worker serves",
                    "carillon run worker --worker.queue=" + queue.queue());
            return;
        }
        Optional<Instant> oldest = queue.oldest();
        if (oldest.isPresent() && oldest.get().plus(LONG_IN_A_QUEUE).isBefore(standing.now())) {
            need(
                    Need.Kind.QUEUE_SLOW,
                    Texts.count(queue.waiting(), "task is", "tasks are") + " not done in queue " + queue.queue()
                            + ", the oldest for " + Texts.duration(Duration.between(oldest.get(), standing.now())),
                    "carillon workers");
        }
    }

    private void collector() {
        long unread = standing.collector().stream().mapToLong(Backlog::waiting).sum();
        @Nullable
        Instant oldest = standing.collector().stream()
                .map(Backlog::oldest)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        boolean many = standing.collector().stream().anyMatch(backlog -> !backlog.exact());
        if (many || (oldest != null && oldest.plus(LONG_UNREAD).isBefore(standing.now()))) {
            String since = oldest == null
                    ? ""
                    : ", the oldest for " + Texts.duration(Duration.between(oldest, standing.now()));
            need(
                    Need.Kind.COLLECTOR_BEHIND,
                    "the collector has " + (many ? "about " : "") + Texts.count(unread, "record", "records")
                            + " to take in" + since,
                    "carillon run collector");
        }
    }

    private void schedules() {
        List<String> broken = standing.trigger().markers().values().stream()
                .map(Found::value)
                .filter(marker -> marker.brokenCode() != null && marker.deleted() == null)
                .map(Marker::taskId)
                .sorted()
                .toList();
        if (!broken.isEmpty()) {
            need(
                    Need.Kind.SCHEDULES_BROKEN,
                    Texts.count(broken.size(), "schedule has", "schedules have") + " a definition that can't be used: "
                            + some(broken),
                    "carillon why " + broken.get(0));
        }
    }

    private void deadLetters() {
        Instant last = standing.ends().lastDead();
        if (last != null && last.plus(DEAD_LATELY).isAfter(standing.now())) {
            need(
                    Need.Kind.DEAD_LETTERS,
                    (standing.ends().dead() < 0
                                    ? "very many dead letters lie there"
                                    : Texts.count(standing.ends().dead(), "dead letter lies", "dead letters lie")
                                            + " there")
                            + ", the last one written " + Texts.ago(last, standing.now()),
                    "carillon dlq list");
        }
    }

    private static String some(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
    }
}
