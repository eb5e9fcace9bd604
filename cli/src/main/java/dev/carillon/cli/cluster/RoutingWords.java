package dev.carillon.cli.cluster;

import dev.carillon.cli.terminal.TextTable;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkerShares;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Formats the default routing and the workers' shares as text. */
public final class RoutingWords {
    private static final int WIDEST_BAR = 24;
    private static final double HUNDRED = 100;

    private RoutingWords() {}

    /** {@code least-tasks, set by ann 5 min ago: the batch is over}. */
    public static String sentence(RoutingSwitch.Standing current, Instant now) {
        String name = Fields.spelled(current.routing());
        Instant since = current.since();
        String when = since == null ? "" : " " + TextPieces.ago(since, now);
        String setBy = current.by() == null ? "" : " by " + TextPieces.oneLine(current.by());
        String why = current.reason() == null ? "" : ": " + TextPieces.oneLine(current.reason());
        if (!current.set()) {
            return name + (since == null ? ", the built-in default" : ", reset" + setBy + when + why);
        }
        return name + ", set" + setBy + when + why;
    }

    /** One row for each worker, with a bar in proportion to its share. */
    public static List<String> table(List<WorkerSeen> workers, WorkerShares shares) {
        TextTable table = new TextTable("WORKER", "QUEUE", "WEIGHT", "SLOTS", "IN HAND", "ENDED", "SHARE", "");
        long most = workers.stream()
                .mapToLong(worker -> shares.of(worker.id()))
                .max()
                .orElse(0);
        for (WorkerSeen worker : workers) {
            Heartbeat.Load load = worker.heartbeat().load();
            long ended = shares.of(worker.id());
            int bar = most == 0 ? 0 : (int) Math.ceil(WIDEST_BAR * (double) ended / most);
            table.row(
                    worker.id(),
                    String.join(",", worker.heartbeat().queues()),
                    Integer.toString(load.weight()),
                    Integer.toString(load.capacity()),
                    Long.toString(inHand(load)),
                    Long.toString(ended),
                    percent(ended, shares.all()) + " %",
                    "█".repeat(bar));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("counted over " + TextPieces.count(shares.all(), "attempt", "attempts")
                + " that ended within the last " + TextPieces.duration(shares.span()));
        return lines;
    }

    static long inHand(Heartbeat.Load load) {
        Long fetched = load.fetched();
        return load.running() + (fetched == null ? 0 : fetched) + load.held();
    }

    private static long percent(long part, long all) {
        return all == 0 ? 0 : Math.round(HUNDRED * part / all);
    }
}
