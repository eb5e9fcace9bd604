package dev.carillon.cli.cluster;

import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.DurationHistogram;
import dev.carillon.insight.cluster.LeaderTerm;
import dev.carillon.insight.cluster.OutcomeStatistics;
import dev.carillon.insight.cluster.QueueLoad;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the statistics of a period and the status at its end, as text or as one JSON object. */
public final class StatsWords {
    private static final int LABEL = 11;

    private final Instant since;
    private final OutcomeStatistics statistics;
    private final ClusterStatus cluster;
    private final List<String> lines = new ArrayList<>();

    public StatsWords(Instant since, OutcomeStatistics statistics, ClusterStatus cluster) {
        this.since = since;
        this.statistics = statistics;
        this.cluster = cluster;
    }

    private Duration period() {
        return Duration.between(since, cluster.now());
    }

    private void line(String label, String words) {
        lines.addAll(LineWrapping.lines(TextPieces.padded(label, LABEL) + words, LABEL));
    }

    public List<String> lines() {
        lines.clear();
        lines.add("From " + TextPieces.second(since) + " to " + TextPieces.second(cluster.now()) + " ("
                + TextPieces.duration(period()) + ")");
        lines.add("");
        line(
                "Ended",
                TextPieces.count(statistics.ended(), "execution", "executions") + ", "
                        + throughput(statistics.perSecond(period())));
        line("", statuses());
        line("Open", open());
        line("Success", percent(statistics.successRate()) + " of those that succeeded or failed");
        line(
                "Retries",
                percent(statistics.retryRate()) + " needed more than one attempt; "
                        + TextPieces.count(statistics.attempts(), "attempt", "attempts") + " in all");
        if (statistics.unreadable() > 0) {
            line("Unread", TextPieces.count(statistics.unreadable(), "record", "records") + " could not be read");
        }
        lines.add("");
        TextTable table = new TextTable(TextPieces.padded("", LABEL - 2), "P50", "P95", "P99", "OF");
        quantiles(table, "Took", statistics.took(), "last attempts");
        quantiles(table, "Lateness", statistics.late(), "first attempts");
        lines.addAll(table.lines());
        lines.add("");
        line(
                "Workers",
                cluster.workers().living().size() + " online, "
                        + cluster.workers().gone().size() + " gone" + oldestWorker());
        line("Trigger", trigger());
        lines.add("");
        lines.add("Quantiles are at most " + Math.round(DurationHistogram.ERROR * 100) + " % off.");
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
                cluster.queues().stream().mapToLong(QueueLoad::waiting).sum()
                        - cluster.workers().running());
    }

    private String open() {
        return cluster.workers().running() + " running, " + waiting() + " queued, "
                + counted(cluster.ends().retrying()) + " retrying, "
                + counted(cluster.ends().delayed())
                + " pending (now)";
    }

    private static String counted(long count) {
        return count < 0 ? "very many" : Long.toString(count);
    }

    private static void quantiles(TextTable table, String label, DurationHistogram histogram, String of) {
        if (histogram.count() == 0) {
            table.row(label, "-", "-", "-", "no " + of);
        } else {
            table.row(
                    label,
                    TextPieces.duration(histogram.quantile(0.5)),
                    TextPieces.duration(histogram.quantile(0.95)),
                    TextPieces.duration(histogram.quantile(0.99)),
                    histogram.count() + " " + of);
        }
    }

    private String oldestWorker() {
        return cluster.workers().living().stream()
                .map(worker -> worker.heartbeat().startedAt())
                .min(Instant::compareTo)
                .map(first ->
                        "; the oldest has been up for " + TextPieces.duration(Duration.between(first, cluster.now())))
                .orElse("");
    }

    private String trigger() {
        LeaderTerm leader = cluster.trigger().history().leader();
        if (!cluster.trigger().isMoving(cluster.now())) {
            return "no trigger leads now" + (leader == null ? "" : "; " + leader.source() + " led last");
        }
        if (leader == null) {
            return "a trigger leads";
        }
        return leader.source() + " leads"
                + (leader.since() == null
                        ? ""
                        : ", up for " + TextPieces.duration(Duration.between(leader.since(), cluster.now())));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private static String throughput(double perSecond) {
        return perSecond >= 1
                ? String.format(Locale.ROOT, "%.1f a second", perSecond)
                : String.format(Locale.ROOT, "%.1f a minute", perSecond * 60);
    }

    StatsAnswer answer() {
        LeaderTerm leader = cluster.trigger().history().leader();
        boolean leads = cluster.trigger().isMoving(cluster.now());
        return StatsAnswerBuilder.builder()
                .since(since)
                .until(cluster.now())
                .ended(statistics.ended())
                .perSecond(statistics.perSecond(period()))
                .states(states())
                .successRate(known(statistics.successRate()))
                .retryRate(known(statistics.retryRate()))
                .attempts(statistics.attempts())
                .skippedTicks(statistics.skippedTicks())
                .unreadable(statistics.unreadable())
                .tookMs(StatsAnswer.Spread.of(statistics.took()))
                .latenessMs(StatsAnswer.Spread.of(statistics.late()))
                .relativeError(DurationHistogram.ERROR)
                .workers(new StatsAnswer.Workers(
                        cluster.workers().living().size(),
                        cluster.workers().gone().size()))
                .leader(leader == null ? null : leader.source())
                .leadsSince(leader == null || !leads ? null : leader.since())
                .build();
    }

    private Map<String, @Nullable Long> states() {
        Map<String, @Nullable Long> states = new LinkedHashMap<>();
        for (OutcomeStatus status : OutcomeStatus.values()) {
            states.put(status.name(), statistics.count(status));
        }
        states.put("RUNNING", (long) cluster.workers().running());
        states.put("QUEUED", waiting());
        states.put("RETRYING", known(cluster.ends().retrying()));
        states.put("PENDING", known(cluster.ends().delayed()));
        return states;
    }

    private static @Nullable Long known(long count) {
        return count < 0 ? null : (Long) count;
    }

    private static @Nullable Double known(double share) {
        return Double.isNaN(share) ? null : (Double) share;
    }
}
