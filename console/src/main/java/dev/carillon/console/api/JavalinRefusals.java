package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers requests that Jetty refuses before any route sees them, with problems like all others. */
final class JavalinRefusals extends ErrorHandler {
    private static final int SERVER_FAILED = 500;
    /** A transfer coding or a version of HTTP that the server does not know, which is the client's mistake. */
    private static final Set<Integer> NOT_UNDERSTOOD = Set.of(501, 505);
    /** Reasons of the server that are about the path. */
    private static final Pattern PATH = Pattern.compile("URI|path|UTF", Pattern.CASE_INSENSITIVE);

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
            case 404 -> new ConsoleException(ConsoleProblem.UNKNOWN_PATH, "there is no such path");
            case 408 -> new ConsoleException(ConsoleProblem.BODY_TOO_SLOW, "the request did not arrive in time");
            case 503 -> new ConsoleException(ConsoleProblem.TOO_BUSY, "no thread is free to answer");
            case 400 -> malformed(String.valueOf(why));
            default ->
                status < SERVER_FAILED || NOT_UNDERSTOOD.contains(status)
                        ? malformed(String.valueOf(why))
                        : new ConsoleException(ConsoleProblem.UNEXPECTED, "the server failed: " + why);
        };
    }

    private static ConsoleException malformed(String why) {
        boolean isOfPath = PATH.matcher(why).find();
        return new ConsoleException(
                isOfPath ? ConsoleProblem.BAD_PATH : ConsoleProblem.BAD_REQUEST, "the request is malformed: " + why);
    }
}
