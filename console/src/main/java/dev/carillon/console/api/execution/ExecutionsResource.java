package dev.carillon.console.api.execution;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.ItemsAnswer;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Limits;
import java.util.List;

/** Reads executions: lists, errors, details, logs and records. */
public final class ExecutionsResource implements ApiResource {
    private static final int CURSOR = 500;
    private static final int SHOWN = 50;
    private static final int LOG_SHOWN = 1_000;
    private static final int LOG_MAX = 5_000;
    private static final long MOST_LINES = 9_007_199_254_740_991L;

    private final Runs runs;
    private final RawRecords records;

    public ExecutionsResource(Runs runs, RawRecords records) {
        this.runs = runs;
        this.records = records;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get("/v1/executions", this::list, RunQuery.with("cursor", "limit"))
                .get("/v1/executions/errors", this::errors, RunQuery.with("limit"))
                .get("/v1/executions/{key}", this::get)
                .get("/v1/executions/{key}/log", this::log, "attempt", "from", "limit")
                .get("/v1/executions/{key}/records", this::records);
    }

    private ApiResponse list(ApiRequest request) {
        String cursor = request.query().text("cursor", CURSOR);
        ResultPage<Run> page = runs.find(RunQuery.filter(request.query()), cursor, limit(request));
        return ApiResponse.json(new ItemsAnswer<>(RunAnswer.list(page.items()), page.next()));
    }

    static int limit(ApiRequest request) {
        return (int) request.query().number("limit", SHOWN, 1, Runs.MAX_LIMIT);
    }

    private ApiResponse errors(ApiRequest request) {
        List<ErrorGroup> groups = runs.errors(RunQuery.filter(request.query()), limit(request));
        return ApiResponse.json(
                ItemsAnswer.of(groups.stream().map(ErrorGroupAnswer::of).toList()));
    }

    static ExecutionKey key(ApiRequest request) {
        return ExecutionKey.parse(request.path("key"));
    }

    /** The execution, or NO_SUCH_RUN. */
    static RunDetail found(Runs runs, ExecutionKey key) {
        return runs.get(key)
                .orElseThrow(() -> new ConsoleException(
                        ConsoleProblem.NO_SUCH_RUN,
                        "the history has no execution " + key,
                        "key",
                        key.toString(),
                        null));
    }

    private ApiResponse get(ApiRequest request) {
        return ApiResponse.json(RunDetailAnswer.of(found(runs, key(request))));
    }

    private ApiResponse log(ApiRequest request) {
        ExecutionKey key = key(request);
        int attempt = (int) request.query().number("attempt", 0, 1, Limits.MAX_RETRIES + 1L);
        long from = request.query().number("from", 0, -LOG_SHOWN, MOST_LINES);
        int limit = (int) request.query().number("limit", LOG_SHOWN, 1, LOG_MAX);
        RunDetail detail = found(runs, key);
        // The history does not count lines per attempt; a page behind the end returns their number as next.
        long lines = from >= 0 || attempt == 0
                ? detail.logLines()
                : runs.log(key, attempt, MOST_LINES, 1).next();
        LogPage page = runs.log(key, attempt, from >= 0 ? from : Math.max(0, lines + from), limit);
        return ApiResponse.json(LogAnswer.of(page));
    }

    private ApiResponse records(ApiRequest request) {
        ExecutionKey key = key(request);
        found(runs, key);
        List<RecordAnswer> items = records.fetch(runs.records(key)).stream()
                .map(RawRecords::answer)
                .toList();
        return ApiResponse.json(ItemsAnswer.of(items));
    }
}
