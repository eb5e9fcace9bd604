package dev.carillon.console.api.execution;

import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.cluster.ClusterWatch;
import dev.carillon.console.cluster.Need;
import dev.carillon.console.history.Board;
import dev.carillon.console.history.Freshness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** How things stand: health, figures, workers, and what needs somebody. */
public final class BoardResource implements Resource {
    private static final Duration LEAST_BACK = Duration.ofSeconds(1);
    private static final Duration MOST_BACK = Duration.ofDays(7);
    private static final Duration BACK = Duration.ofHours(1);
    private static final int SLOTS = 60;
    private static final int MOST_SLOTS = 500;
    private static final int MOST_NEEDS = 100;
    /** So many records are read within a second or so. */
    private static final long FAR_BEHIND = 10_000;

    private final Board board;
    private final ClusterWatch cluster;
    private final String version;
    private final Clock clock;

    /** Answers from the board, and of the cluster from what was seen last. */
    public BoardResource(Board board, ClusterWatch cluster, String version, Clock clock) {
        this.board = board;
        this.cluster = cluster;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/v1/health", this::health)
                .get("/v1/needs-you", this::needs)
                .get("/v1/stats", this::stats, "back", "slots")
                .get("/v1/cluster", this::cluster)
                .get("/v1/workers", this::workers)
                .get("/v1/retries", this::retries, "limit")
                .get("/v1/overdue", this::overdue, "limit");
    }

    private Answer health(Request request) {
        Freshness freshness = board.freshness();
        ClusterWatch.Attention attention = cluster.attention();
        boolean fresh = freshness.caughtUp() && freshness.kafkaGone() == null && freshness.behind() < FAR_BEHIND;
        return Answer.json(new JsonObject()
                .flag("well", fresh && attention.isWell())
                .flag("checking", attention.checking())
                .text("at", clock.instant())
                .text("version", version)
                .object("history", out -> BoardJson.freshness(out, freshness))
                .number("needs", attention.needs().size())
                .node());
    }

    private Answer needs(Request request) {
        ClusterWatch.Attention attention = cluster.attention();
        List<Need> needs = attention.needs();
        return Answer.json(new JsonObject()
                .flag("checking", attention.checking())
                .list("items", needs.subList(0, Math.min(MOST_NEEDS, needs.size())), (out, need) -> out.text(
                                "code", need.code())
                        .text("words", need.words())
                        .text("next", need.next())
                        .text("path", need.path()))
                .node());
    }

    private Answer stats(Request request) {
        Duration back = request.query().duration("back", BACK, LEAST_BACK, MOST_BACK);
        int slots = (int) request.query().number("slots", SLOTS, 1, MOST_SLOTS);
        Instant until = clock.instant();
        Instant since = until.minus(back);
        return Answer.json(BoardJson.stats(board.tally(since, until, slots), board.open(), since, until));
    }

    private Answer cluster(Request request) {
        return Answer.json(cluster.cluster().json());
    }

    private Answer workers(Request request) {
        return Answer.json(BoardJson.workers(board.workers(), clock.instant()));
    }

    private Answer retries(Request request) {
        return Answer.json(ExecutionJson.list(board.retrying(ExecutionsResource.limit(request)))
                .node());
    }

    private Answer overdue(Request request) {
        return Answer.json(ExecutionJson.overdue(board.overdue(ExecutionsResource.limit(request))));
    }
}
