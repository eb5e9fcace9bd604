package dev.carillon.console.api.execution;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.ItemsAnswer;
import dev.carillon.console.cluster.AttentionItem;
import dev.carillon.console.cluster.ClusterWatch;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.state.CurrentState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Health, figures, workers, and what needs an operator. */
public final class BoardResource implements ApiResource {
    private static final Duration LEAST_BACK = Duration.ofSeconds(1);
    private static final Duration MOST_BACK = Duration.ofDays(7);
    private static final Duration BACK = Duration.ofHours(1);
    private static final int SLOTS = 60;
    private static final int MOST_SLOTS = 500;
    private static final int MOST_NEEDS = 100;
    /** From this many unread records on, the history is not fresh; fewer are read within about a second. */
    private static final long FAR_BEHIND = 10_000;

    private final CurrentState currentState;
    private final ClusterWatch cluster;
    private final String version;
    private final Clock clock;

    /** Answers from the history, and for the cluster from its cached status. */
    public BoardResource(CurrentState currentState, ClusterWatch cluster, String version, Clock clock) {
        this.currentState = currentState;
        this.cluster = cluster;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get("/v1/health", this::health)
                .get("/v1/needs-you", this::needs)
                .get("/v1/stats", this::stats, "back", "slots")
                .get("/v1/cluster", this::cluster)
                .get("/v1/workers", this::workers)
                .get("/v1/retries", this::retries, "limit")
                .get("/v1/overdue", this::overdue, "limit");
    }

    /** What needs an operator, the worst first. */
    private record NeedsAnswer(boolean checking, List<AttentionItem> items) {}

    /** An execution of which no record came when one was due. */
    private record OverdueAnswer(RunAnswer execution, Instant since, String why) {}

    private ApiResponse health(ApiRequest request) {
        HistoryFreshness freshness = currentState.freshness();
        ClusterWatch.Attention attention = cluster.attention();
        boolean fresh = freshness.caughtUp() && freshness.kafkaGone() == null && freshness.behind() < FAR_BEHIND;
        return ApiResponse.json(new HealthAnswer(
                fresh && attention.isWell(),
                attention.checking(),
                clock.instant(),
                version,
                HealthAnswer.History.of(freshness),
                attention.needs().size()));
    }

    private ApiResponse needs(ApiRequest request) {
        ClusterWatch.Attention attention = cluster.attention();
        List<AttentionItem> needs = attention.needs();
        return ApiResponse.json(
                new NeedsAnswer(attention.checking(), needs.subList(0, Math.min(MOST_NEEDS, needs.size()))));
    }

    private ApiResponse stats(ApiRequest request) {
        Duration back = request.query().duration("back", BACK, LEAST_BACK, MOST_BACK);
        int slots = (int) request.query().number("slots", SLOTS, 1, MOST_SLOTS);
        Instant until = clock.instant();
        Instant since = until.minus(back);
        return ApiResponse.json(
                StatsAnswer.of(currentState.tally(since, until, slots), currentState.open(), since, until));
    }

    private ApiResponse cluster(ApiRequest request) {
        return ApiResponse.json(cluster.cluster().answer());
    }

    private ApiResponse workers(ApiRequest request) {
        Instant now = clock.instant();
        return ApiResponse.json(ItemsAnswer.of(currentState.workers().stream()
                .map(worker -> WorkerAnswer.of(worker, now))
                .toList()));
    }

    private ApiResponse retries(ApiRequest request) {
        return ApiResponse.json(
                ItemsAnswer.of(RunAnswer.list(currentState.retrying(ExecutionsResource.limit(request)))));
    }

    private ApiResponse overdue(ApiRequest request) {
        return ApiResponse.json(ItemsAnswer.of(currentState.overdue(ExecutionsResource.limit(request)).stream()
                .map(one -> new OverdueAnswer(RunAnswer.of(one.run()), one.since(), one.why()))
                .toList()));
    }
}
