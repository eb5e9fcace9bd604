package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers requests that Jetty refuses before any route sees them, with problems like all others. */
final class JavalinRefusals extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        String why = reason(request);
        ApiProblem problem = ProblemMapping.of(refusal(status, why));
        Headers.ALWAYS.forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(Headers.CACHE_CONTROL, Headers.NOT_KEPT);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ApiProblem.MEDIA_TYPE);
        response.setStatus(problem.status());
        response.write(true, ByteBuffer.wrap(problem.json()), callback);
        return true;
    }

    private static String reason(Request request) {
        Object message = request.getAttribute(ERROR_MESSAGE);
        return message == null ? "the request can't be read" : String.valueOf(message);
    }

    private static ConsoleException refusal(int status, @Nullable String why) {
        return switch (status) {
            case 431 ->
                new ConsoleException(
                        ConsoleProblem.HEADERS_TOO_LARGE,
                        "the request line and the headers are over their limit",
                        "headers",
                        null,
                        "16 KB in all");
            case 414 ->
                new ConsoleException(
                        ConsoleProblem.HEADERS_TOO_LARGE,
                        "the path and the query are over their limit",
                        "path",
                        null,
                        "8 KB");
            case 400 -> new ConsoleException(ConsoleProblem.BAD_PATH, "the request is malformed: " + why);
            case 408 -> new ConsoleException(ConsoleProblem.BODY_TOO_SLOW, "the request did not arrive in time");
            case 503 -> new ConsoleException(ConsoleProblem.TOO_BUSY, "no thread is free to answer");
            default -> new ConsoleException(ConsoleProblem.UNEXPECTED, "the server failed: " + why);
        };
    }
}
