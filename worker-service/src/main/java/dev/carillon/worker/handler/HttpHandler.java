package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Calls a URL. Redirects are not followed, and the response is kept up to a limit.
 *
 * <p>Codes of failure: {@code HTTP_3XX}, {@code HTTP_4XX}, {@code HTTP_5XX} for a status that was not expected (the
 * message names it), {@code HTTP_UNREACHABLE}, {@code HTTP_TIMEOUT}, {@code HTTP_FAILED} for any other failure of the
 * call, {@code HTTP_FORBIDDEN_ADDRESS}, and the contract's codes for a payload that can't be used.
 */
final class HttpHandler implements AsyncTaskHandler {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final HttpClient client;
    private final HttpAddresses addresses;

    HttpHandler(boolean privateAddresses) {
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
        this.addresses = new HttpAddresses(privateAddresses);
    }

    @Override
    public CompletionStage<RawJson> start(TaskContext context) throws TaskFailure {
        HttpCall call = HttpCall.of(context.payload());
        addresses.check(call.url());
        CompletableFuture<HttpResponse<HttpBody>> future =
                client.sendAsync(request(call, context), info -> new HttpBody.Capped());
        context.cancelled().whenRaised(() -> future.cancel(true));
        return future.handle((response, failure) -> {
            if (failure != null) {
                throw new CompletionException(failureOf(call.url(), failure));
            }
            return dataOf(call, response);
        });
    }

    private HttpRequest request(HttpCall call, TaskContext context) {
        Duration left = context.remaining();
        HttpRequest.Builder request = HttpRequest.newBuilder(call.url())
                .method(call.method(), call.publisher())
                .timeout(left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left);
        try {
            call.headers().forEach(request::setHeader);
        } catch (IllegalArgumentException e) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_VALUE,
                    "payload.headers",
                    String.valueOf(e.getMessage()),
                    "leave that header out; the client sets it itself");
        }
        request.setHeader("Idempotency-Key", context.idempotencyKey());
        request.setHeader("Carillon-Task-Id", context.task().taskId());
        request.setHeader("Carillon-Attempt", Integer.toString(context.attempt()));
        request.setHeader("Carillon-Deadline", context.deadline().toString());
        Instant nominal = context.nominalTime();
        if (nominal != null) {
            request.setHeader("Carillon-Nominal-Time", nominal.toString());
        }
        return request.build();
    }

    private static RawJson dataOf(HttpCall call, HttpResponse<HttpBody> response) {
        int status = response.statusCode();
        if (call.expects(status)) {
            return response.body().data(status);
        }
        String retryAfter = response.headers()
                .firstValue("Retry-After")
                .map(value -> "; Retry-After: " + ContractException.shown(value))
                .orElse("");
        throw new CompletionException(new TaskFailure(
                HandlerProblem.ofStatus(status).name(),
                "url: " + call.url() + " answered " + status + retryAfter + "; "
                        + response.body().excerpt()));
    }

    private static TaskFailure failureOf(URI url, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof ConnectException || cause instanceof java.nio.channels.UnresolvedAddressException) {
            return new TaskFailure(
                    HandlerProblem.HTTP_UNREACHABLE.name(), "url: " + url + " can't be reached: " + cause);
        }
        if (cause instanceof HttpTimeoutException) {
            return new TaskFailure(HandlerProblem.HTTP_TIMEOUT.name(), "url: " + url + " did not answer in time");
        }
        return new TaskFailure(HandlerProblem.HTTP_FAILED.name(), "url: " + url + " could not be called: " + cause);
    }
}
