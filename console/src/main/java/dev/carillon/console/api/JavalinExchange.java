package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.error.ContractException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes requests from the server to their handlers, and writes the responses. */
final class JavalinExchange {
    private static final Logger LOG = LoggerFactory.getLogger(JavalinExchange.class);
    private static final String REQUEST = "carillon.request";

    /** Statuses of requests whose bodies were not read to the end. */
    private static final Set<Integer> UNREAD = Set.of(408, 413);

    private final ApiRoutes routes;
    private final Ticker ticker;

    JavalinExchange(ApiRoutes routes, Ticker ticker) {
        this.routes = routes;
        this.ticker = ticker;
    }

    /** Runs before all handlers, also for unknown paths. */
    void enter(Context ctx) {
        Headers.ALWAYS.forEach(ctx::header);
        ctx.header(Headers.CACHE_CONTROL, Headers.NOT_KEPT);
        RequestGuard.check(ctx.method().name(), ctx.req().getRequestURI(), ctx::header);
    }

    void serve(ApiRoute route, Context ctx) throws IOException {
        HttpServletRequest raw = ctx.req();
        RequestBody body = new RequestBody(raw::getInputStream, raw.getContentLengthLong(), route.maxBody(), ticker);
        Set<String> known = route.parameters();
        RequestParameters query =
                known == null ? RequestParameters.none() : RequestParameters.ofQuery(raw.getQueryString(), known);
        ApiRequest request = new ApiRequest(ctx.pathParamMap(), query, ctx::header, body);
        ctx.attribute(REQUEST, request);
        if (route.stream() != null) {
            JavalinEventSink sink = new JavalinEventSink();
            route.stream().open(request, sink);
            sink.open(ctx);
            return;
        }
        send(ctx, Objects.requireNonNull(route.handler()).answer(request));
    }

    private static void send(Context ctx, ApiResponse response) {
        ctx.status(response.status());
        response.headers().forEach(ctx::header);
        if (!response.contentType().isEmpty()) {
            ctx.contentType(response.contentType());
            ctx.res().setContentLengthLong(response.body().length);
            write(ctx, response.body());
        }
    }

    /**
     * Writes the body itself: a result of the context would become 304 if the ETag is that of If-None-Match, even after
     * a change, and although a schedule's runs change without its version.
     */
    private static void write(Context ctx, byte[] body) {
        try {
            ctx.res().getOutputStream().write(body);
        } catch (IOException e) {
            // Safe: the client is gone.
            LOG.debug("a response could not be sent", e);
        }
    }

    void failed(Exception thrown, Context ctx) {
        ApiRequest request = ctx.attribute(REQUEST);
        ApiProblem problem = thrown instanceof HttpResponseException refusal
                ? refused(refusal, ctx)
                : ProblemMapping.of(thrown, request == null ? new byte[0] : request.bodySoFar());
        if (UNREAD.contains(problem.status())) {
            // The rest of the body is not read, so the connection can't be used again.
            ctx.header("Connection", "close");
        }
        send(ctx, problem.answer());
    }

    /** A refusal by Javalin itself, as for an unknown path. */
    private ApiProblem refused(HttpResponseException refusal, Context ctx) {
        String path = ctx.path();
        Set<String> methods = routes.methods(path);
        if (refusal instanceof NotFoundResponse && !methods.isEmpty()) {
            String allowed = String.join(", ", methods);
            return ProblemMapping.of(new ConsoleException(
                            ConsoleProblem.WRONG_METHOD,
                            "the path takes " + allowed + ", not "
                                    + ctx.method().name(),
                            "method",
                            ctx.method().name(),
                            allowed))
                    .header("Allow", allowed);
        }
        if (refusal instanceof NotFoundResponse) {
            return ProblemMapping.of(new ConsoleException(
                    ConsoleProblem.UNKNOWN_PATH,
                    "there is no path " + ContractException.shown(path),
                    "path",
                    path,
                    null));
        }
        return ProblemMapping.of(refusal, new byte[0]);
    }
}
