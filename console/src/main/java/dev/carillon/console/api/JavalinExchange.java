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

/** One request on its way from the server to a handler, and the answer on its way back. */
final class JavalinExchange {
    private static final String REQUEST = "carillon.request";

    /** Statuses of requests whose bodies nobody has read to the end. */
    private static final Set<Integer> UNREAD = Set.of(408, 413);

    private final Routes routes;
    private final Ticker ticker;

    JavalinExchange(Routes routes, Ticker ticker) {
        this.routes = routes;
        this.ticker = ticker;
    }

    /** Before anything else, for paths that do not exist as well. */
    void enter(Context ctx) {
        Headers.ALWAYS.forEach(ctx::header);
        ctx.header(Headers.CACHE_CONTROL, Headers.NOT_KEPT);
        Door.check(ctx.method().name(), ctx.req().getRequestURI(), ctx::header);
    }

    void serve(Route route, Context ctx) throws IOException {
        HttpServletRequest raw = ctx.req();
        Body body = new Body(raw.getInputStream(), raw.getContentLengthLong(), route.maxBody(), ticker);
        Set<String> known = route.parameters();
        Parameters query = known == null ? Parameters.none() : Parameters.ofQuery(ctx.queryParamMap(), known);
        Request request = new Request(ctx.pathParamMap(), query, ctx::header, body);
        ctx.attribute(REQUEST, request);
        if (route.stream() != null) {
            JavalinEventSink sink = new JavalinEventSink();
            route.stream().open(request, sink);
            sink.open(ctx);
            return;
        }
        send(ctx, Objects.requireNonNull(route.handler()).answer(request));
    }

    private static void send(Context ctx, Answer answer) {
        ctx.status(answer.status());
        answer.headers().forEach(ctx::header);
        if (!answer.contentType().isEmpty()) {
            ctx.contentType(answer.contentType());
            ctx.result(answer.body());
            ctx.res().setContentLengthLong(answer.body().length);
        }
    }

    void failed(Exception thrown, Context ctx) {
        Request request = ctx.attribute(REQUEST);
        Problem problem = thrown instanceof HttpResponseException refusal
                ? refused(refusal, ctx)
                : Problems.of(thrown, request == null ? new byte[0] : request.bodySoFar());
        if (UNREAD.contains(problem.status())) {
            // The rest of the body is still on its way, and nobody is going to read it.
            ctx.header("Connection", "close");
        }
        send(ctx, problem.answer());
    }

    /** What Javalin itself refuses. */
    private Problem refused(HttpResponseException refusal, Context ctx) {
        String path = ctx.path();
        Set<String> methods = routes.methods(path);
        if (refusal instanceof NotFoundResponse && !methods.isEmpty()) {
            String allowed = String.join(", ", methods);
            return Problems.of(new ConsoleException(
                            ConsoleProblem.WRONG_METHOD,
                            "the path answers to " + allowed + ", not to "
                                    + ctx.method().name(),
                            "method",
                            ctx.method().name(),
                            allowed))
                    .header("Allow", allowed);
        }
        if (refusal instanceof NotFoundResponse) {
            return Problems.of(new ConsoleException(
                    ConsoleProblem.UNKNOWN_PATH,
                    "nothing answers at " + ContractException.shown(path),
                    "path",
                    path,
                    null));
        }
        return Problems.of(refusal, new byte[0]);
    }
}
