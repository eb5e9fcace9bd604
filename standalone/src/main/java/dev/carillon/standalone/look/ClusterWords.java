package dev.carillon.standalone.look;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.WorkerState;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.render.Wrapped;
import dev.carillon.standalone.terminal.Paint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A standing in words: how it is first, then what there is. */
public final class ClusterWords {
    private static final int LABEL = 11;

    private final Standing standing;
    private final Paint paint;
    private final List<String> lines = new ArrayList<>();

    private ClusterWords(Standing standing, Paint paint) {
        this.standing = standing;
        this.paint = paint;
    }

    public static List<String> of(Standing standing, List<Need> needs, Paint paint) {
        ClusterWords words = new ClusterWords(standing, paint);
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
        lines.addAll(Wrapped.lines(Texts.padded(label, LABEL) + words, LABEL));
    }

    private void health(List<Need> needs) {
        if (needs.isEmpty()) {
            int workers = standing.workers().living().size();
            lines.add(
                    paint.good("All well:") + " the trigger keeps time and " + Texts.count(workers, "worker", "workers")
                            + (workers == 1 ? " serves " : " serve ")
                            + Texts.count(standing.queues().size(), "queue", "queues") + ".");
            return;
        }
        lines.add(paint.bad("Needs you:"));
        for (Need need : needs) {
            lines.addAll(Wrapped.lines("  - " + need.words(), 4));
            lines.add("    " + paint.faint("next: " + need.next()));
        }
    }

    private void trigger() {
        TriggerSeen trigger = standing.trigger();
        Leader leader = trigger.history().leader();
        if (trigger.watermark() == null) {
            line("Trigger", "none has ever led here");
            return;
        }
        line("Trigger", leaderWords(trigger, leader));
        Duration behind = Objects.requireNonNull(trigger.behind(standing.now()));
        line(
                "",
                "all ticks up to "
                        + Texts.second(trigger.watermark().value().reached().due()) + " are decided ("
                        + Texts.duration(behind) + " ago)");
        Found<Slice> last = trigger.history().lastWithTicks();
        String lastWords = last == null
                ? "no tick was published lately"
                : "last " + Texts.count(last.value().tasks(), "tick", "ticks") + " published "
                        + Texts.ago(last.at().appended(), standing.now());
        line(
                "",
                lastWords + ", " + Texts.count(trigger.history().recentTicks(), "tick", "ticks") + " in "
                        + TriggerSeen.RECENT.toMinutes() + " min");
    }

    private String leaderWords(TriggerSeen trigger, @Nullable Leader leader) {
        if (leader == null) {
            return trigger.isMoving(standing.now())
                    ? "somebody leads; the records that say who are no longer kept"
                    : "nobody leads now; the records of who did are no longer kept";
        }
        Instant since = leader.since();
        String term = since == null
                ? " (since before the events that were looked at)"
                : " since " + Texts.second(since) + " (" + Texts.ago(since, standing.now()) + ")";
        if (trigger.isMoving(standing.now())) {
            return leader.source() + " leads" + term;
        }
        Instant ended = leader.ended();
        return "nobody leads now; " + leader.source() + " led last"
                + (ended == null ? "" : ", until " + Texts.second(ended));
    }

    private void workers() {
        WorkersSeen workers = standing.workers();
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
        if (standing.queues().isEmpty()) {
            line("Queues", "none");
        }
        boolean first = true;
        for (QueueLoad queue : standing.queues()) {
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
        String open = words.isEmpty() ? "nothing waits" : String.join(", ", words) + " not done";
        String oldest = queue.oldest()
                .map(since -> ", oldest for " + Texts.duration(Duration.between(since, standing.now())))
                .orElse("");
        String later = queue.later() > 0 ? ", " + queue.later() + " held until their time" : "";
        return open + oldest + later + (queue.served() ? "" : "; no worker serves it");
    }

    /** {@code normal} or {@code released}: what stands in the topic's name beside the queue's. */
    static String lane(String topic, String queue) {
        return topic.endsWith(".released." + queue) ? "released" : topic.substring(topic.lastIndexOf('.') + 1);
    }

    private void collector() {
        long unread = standing.collector().stream().mapToLong(Backlog::waiting).sum();
        boolean exact = standing.collector().stream().allMatch(Backlog::exact);
        line(
                "Collector",
                unread == 0
                        ? "has taken in everything"
                        : (exact ? "" : "up to ") + Texts.count(unread, "record", "records") + " to take in");
    }

    private void ends() {
        Standing.Ends ends = standing.ends();
        line(
                "Open",
                number(ends.retrying()) + " failed an attempt and " + (ends.retrying() == 1 ? "goes" : "go") + " on, "
                        + number(ends.delayed()) + (ends.delayed() == 1 ? " waits" : " wait") + " for a later time");
        Statistics recent = ends.recent();
        String period = " in " + Standing.Ends.RECENT_MINUTES + " min";
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
        String last = ends.lastDead() == null ? "" : ", the last " + Texts.ago(ends.lastDead(), standing.now());
        line(
                "Dead",
                ends.dead() == 0
                        ? "no dead letters"
                        : (ends.dead() < 0
                                        ? "very many dead letters"
                                        : Texts.count(ends.dead(), "dead letter", "dead letters"))
                                + last);
    }

    private static String number(long count) {
        return count < 0 ? "very many" : Long.toString(count);
    }
}
