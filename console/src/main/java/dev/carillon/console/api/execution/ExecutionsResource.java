package dev.carillon.console.api.execution;

import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.history.LogPage;
import dev.carillon.console.history.RunDetail;
import dev.carillon.console.history.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Limits;

/** Executions to be looked at. */
public final class ExecutionsResource implements Resource {
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
    public void routes(Routes routes) {
        routes.get("/v1/executions", this::list, RunQuery.with("cursor", "limit"))
                .get("/v1/executions/errors", this::errors, RunQuery.with("limit"))
                .get("/v1/executions/{key}", this::get)
                .get("/v1/executions/{key}/log", this::log, "attempt", "from", "limit")
                .get("/v1/executions/{key}/records", this::records);
    }

    private Answer list(Request request) {
        String cursor = request.query().text("cursor", CURSOR);
        return Answer.json(ExecutionJson.page(runs.find(RunQuery.filter(request.query()), cursor, limit(request))));
    }

    static int limit(Request request) {
        return (int) request.query().number("limit", SHOWN, 1, Runs.MAX_LIMIT);
    }

    private Answer errors(Request request) {
        return Answer.json(ExecutionJson.errors(runs.errors(RunQuery.filter(request.query()), limit(request))));
    }

    static ExecutionKey key(Request request) {
        return ExecutionKey.parse(request.path("key"));
    }

    /** The execution, or NO_SUCH_RUN. */
    static RunDetail found(Runs runs, ExecutionKey key) {
        return runs.get(key)
                .orElseThrow(() -> new ConsoleException(
                        ConsoleProblem.NO_SUCH_RUN,
                        "the history knows no execution " + key,
                        "key",
                        key.toString(),
                        null));
    }

    private Answer get(Request request) {
        return Answer.json(ExecutionJson.detail(found(runs, key(request))));
    }

    private Answer log(Request request) {
        ExecutionKey key = key(request);
        int attempt = (int) request.query().number("attempt", 0, 1, Limits.MAX_RETRIES + 1L);
        long from = request.query().number("from", 0, -LOG_SHOWN, MOST_LINES);
        int limit = (int) request.query().number("limit", LOG_SHOWN, 1, LOG_MAX);
        RunDetail detail = found(runs, key);
        // How many lines there are of one attempt is not known; a page behind the end says where that is.
        long lines = from >= 0 || attempt == 0
                ? detail.logLines()
                : runs.log(key, attempt, MOST_LINES, 1).next();
        LogPage page = runs.log(key, attempt, from >= 0 ? from : Math.max(0, lines + from), limit);
        return Answer.json(ExecutionJson.log(page));
    }

    private Answer records(Request request) {
        ExecutionKey key = key(request);
        found(runs, key);
        return Answer.json(new JsonObject()
                .list("items", records.fetch(runs.records(key)), RawRecords::write)
                .node());
    }
}
