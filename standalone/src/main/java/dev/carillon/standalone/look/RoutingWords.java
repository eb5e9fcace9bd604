package dev.carillon.standalone.look;

import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.record.Heartbeat;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The default routing and who does how much, for people or as one JSON object. */
public final class RoutingWords {
    private static final int WIDEST_BAR = 24;
    private static final double HUNDRED = 100;

    private RoutingWords() {}

    /** {@code least-tasks, set by ann 5 min ago: the batch is over}. */
    public static String sentence(RoutingSwitch.Standing standing, Instant now) {
        String name = Fields.spelled(standing.routing());
        Instant since = standing.since();
        String when = since == null ? "" : " " + Texts.ago(since, now);
        String who = standing.by() == null ? "" : " by " + Texts.oneLine(standing.by());
        String why = standing.reason() == null ? "" : ": " + Texts.oneLine(standing.reason());
        if (!standing.set()) {
            return name + (since == null ? ", as nobody has set another" : ", reset" + who + when + why);
        }
        return name + ", set" + who + when + why;
    }

    /** One row a worker; the bars are as long beside each other as the shares are. */
    public static List<String> table(List<WorkerSeen> workers, Shares shares) {
        Table table = new Table("WORKER", "QUEUE", "WEIGHT", "SLOTS", "IN HAND", "ENDED", "SHARE", "");
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
        lines.add("by " + Texts.count(shares.all(), "attempt", "attempts") + " that ended within the last "
                + Texts.duration(shares.span()));
        return lines;
    }

    private static long inHand(Heartbeat.Load load) {
        Long fetched = load.fetched();
        return load.running() + (fetched == null ? 0 : fetched) + load.held();
    }

    private static long percent(long part, long all) {
        return all == 0 ? 0 : Math.round(HUNDRED * part / all);
    }

    public static ObjectNode json(RoutingSwitch.Standing standing, List<WorkerSeen> workers, Shares shares) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("routing", Fields.spelled(standing.routing()))
                .put("set", standing.set())
                .put("since", standing.since() == null ? null : standing.since().toString())
                .put("by", standing.by())
                .put("reason", standing.reason());
        ArrayNode rows = node.putArray("workers");
        for (WorkerSeen worker : workers) {
            Heartbeat.Load load = worker.heartbeat().load();
            rows.addObject()
                    .put("workerId", worker.id())
                    .put("weight", load.weight())
                    .put("capacity", load.capacity())
                    .put("inHand", inHand(load))
                    .put("ended", shares.of(worker.id()));
        }
        return node.put("ended", shares.all()).put("spanMs", shares.span().toMillis());
    }
}
