package dev.carillon.standalone.look;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.render.Wrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Statistics over a period, with the standing at its end: as text, or as one JSON object. */
public final class StatsWords {
    private static final int LABEL = 11;

    private final Instant since;
    private final Statistics statistics;
    private final Standing standing;
    private final List<String> lines = new ArrayList<>();

    public StatsWords(Instant since, Statistics statistics, Standing standing) {
        this.since = since;
        this.statistics = statistics;
        this.standing = standing;
    }

    private Duration period() {
        return Duration.between(since, standing.now());
    }

    private void line(String label, String words) {
        lines.addAll(Wrapped.lines(Texts.padded(label, LABEL) + words, LABEL));
    }

    public List<String> lines() {
        lines.clear();
        lines.add("From " + Texts.second(since) + " to " + Texts.second(standing.now()) + " ("
                + Texts.duration(period()) + ")");
        lines.add("");
        line(
                "Ended",
                Texts.count(statistics.ended(), "execution", "executions") + ", "
                        + throughput(statistics.perSecond(period())));
        line("", statuses());
        line("Open", open());
        line("Success", percent(statistics.successRate()) + " of those that ran to an end of their own");
        line(
                "Retries",
                percent(statistics.retryRate()) + " needed more than one attempt; "
                        + Texts.count(statistics.attempts(), "attempt", "attempts") + " in all");
        if (statistics.unreadable() > 0) {
            line("Unread", Texts.count(statistics.unreadable(), "record", "records") + " could not be read");
        }
        lines.add("");
        Table table = new Table(Texts.padded("", LABEL - 2), "P50", "P95", "P99", "OF");
        quantiles(table, "Took", statistics.took(), "last attempts");
        quantiles(table, "Lateness", statistics.late(), "first attempts");
        lines.addAll(table.lines());
        lines.add("");
        line(
                "Workers",
                standing.workers().living().size() + " online, "
                        + standing.workers().gone().size() + " gone" + oldestWorker());
        line("Trigger", trigger());
        lines.add("");
        lines.add("Quantiles are at most " + Math.round(Sketch.ERROR * 100) + " % off.");
        return List.copyOf(lines);
    }

    private String statuses() {
        List<String> counts = new ArrayList<>();
        for (OutcomeStatus status : OutcomeStatus.values()) {
            String ticks = status == OutcomeStatus.SKIPPED && statistics.skippedTicks() > statistics.count(status)
                    ? " (" + statistics.skippedTicks() + " ticks)"
                    : "";
            counts.add(statistics.count(status) + " " + status.name().toLowerCase(Locale.ROOT) + ticks);
        }
        return String.join(", ", counts);
    }

    private long waiting() {
        return Math.max(
                0,
                standing.queues().stream().mapToLong(QueueLoad::waiting).sum()
                        - standing.workers().running());
    }

    private String open() {
        return standing.workers().running() + " running, " + waiting() + " queued, "
                + counted(standing.ends().retrying()) + " retrying, "
                + counted(standing.ends().delayed())
                + " pending (now)";
    }

    private static String counted(long count) {
        return count < 0 ? "very many" : Long.toString(count);
    }

    private static void quantiles(Table table, String label, Sketch sketch, String of) {
        if (sketch.count() == 0) {
            table.row(label, "-", "-", "-", "no " + of);
        } else {
            table.row(
                    label,
                    Texts.duration(sketch.quantile(0.5)),
                    Texts.duration(sketch.quantile(0.95)),
                    Texts.duration(sketch.quantile(0.99)),
                    sketch.count() + " " + of);
        }
    }

    private String oldestWorker() {
        return standing.workers().living().stream()
                .map(worker -> worker.heartbeat().startedAt())
                .min(Instant::compareTo)
                .map(first -> "; the oldest one is up for " + Texts.duration(Duration.between(first, standing.now())))
                .orElse("");
    }

    private String trigger() {
        Leader leader = standing.trigger().history().leader();
        if (!standing.trigger().isMoving(standing.now())) {
            return "nobody leads now" + (leader == null ? "" : "; " + leader.source() + " led last");
        }
        if (leader == null) {
            return "somebody leads";
        }
        return leader.source() + " leads"
                + (leader.since() == null
                        ? ""
                        : ", up for " + Texts.duration(Duration.between(leader.since(), standing.now())));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private static String throughput(double perSecond) {
        return perSecond >= 1
                ? String.format(Locale.ROOT, "%.1f a second", perSecond)
                : String.format(Locale.ROOT, "%.1f a minute", perSecond * 60);
    }

    public ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("since", since.toString())
                .put("until", standing.now().toString())
                .put("ended", statistics.ended())
                .put("perSecond", statistics.perSecond(period()));
        ObjectNode states = node.putObject("states");
        for (OutcomeStatus status : OutcomeStatus.values()) {
            states.put(status.name(), statistics.count(status));
        }
        states.put("RUNNING", standing.workers().running()).put("QUEUED", waiting());
        known(states, "RETRYING", standing.ends().retrying());
        known(states, "PENDING", standing.ends().delayed());
        rate(node, "successRate", statistics.successRate());
        rate(node, "retryRate", statistics.retryRate());
        node.put("attempts", statistics.attempts())
                .put("skippedTicks", statistics.skippedTicks())
                .put("unreadable", statistics.unreadable());
        node.set("tookMs", sketch(statistics.took()));
        node.set("latenessMs", sketch(statistics.late()));
        node.put("relativeError", Sketch.ERROR);
        node.putObject("workers")
                .put("online", standing.workers().living().size())
                .put("offline", standing.workers().gone().size());
        Leader leader = standing.trigger().history().leader();
        boolean up =
                leader != null && leader.since() != null && standing.trigger().isMoving(standing.now());
        node.put("leader", leader == null ? null : leader.source());
        node.put("leadsSince", up && leader != null ? String.valueOf(leader.since()) : null);
        return node;
    }

    private static void known(ObjectNode node, String name, long count) {
        if (count < 0) {
            node.putNull(name);
        } else {
            node.put(name, count);
        }
    }

    private static void rate(ObjectNode node, String name, double share) {
        if (Double.isNaN(share)) {
            node.putNull(name);
        } else {
            node.put(name, share);
        }
    }

    private static ObjectNode sketch(Sketch sketch) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("count", sketch.count());
        if (sketch.count() > 0) {
            node.put("p50", millis(sketch, 0.5))
                    .put("p95", millis(sketch, 0.95))
                    .put("p99", millis(sketch, 0.99));
        }
        return node;
    }

    private static double millis(Sketch sketch, double share) {
        return Math.round(sketch.quantile(share).toNanos() / 10_000.0) / 100.0;
    }
}
