package dev.carillon.console.api;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.error.ProblemCode;
import dev.carillon.schemas.json.Json;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Maps exceptions to problems. */
final class ProblemMapping {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemMapping.class);
    /** Codes of a body that is no JSON object: status 400, while the contract's other codes are 422. */
    private static final Set<ErrorCode> UNREADABLE =
            Set.of(ErrorCode.BAD_JSON, ErrorCode.NOT_AN_OBJECT, ErrorCode.DUPLICATE_FIELD, ErrorCode.TOO_DEEP);

    private static final AtomicLong FAILURES = new AtomicLong();

    private static final Pattern STEP = Pattern.compile("\"([^\"]*)\"|([^.\\[\\]]+)|\\[([0-9]{1,9})]");

    private ProblemMapping() {}

    /**
     * The problem for an exception.
     *
     * @param body of the request as far as it was read, to show the refused value
     */
    static ApiProblem of(Throwable thrown, byte[] body) {
        if (thrown instanceof ConsoleException e) {
            return of(e);
        }
        if (thrown instanceof ContractException e) {
            return of(e, body);
        }
        if (thrown instanceof ClientException e) {
            return of(e);
        }
        if (thrown instanceof CodedException e) {
            // After the start, the only failures of the kit are those of Kafka.
            return problem(503, e.code(), e.getMessage());
        }
        // The number links the answer to the log; the exception stays in the log, as it may hold secrets.
        long number = FAILURES.incrementAndGet();
        LOG.error("a request failed unexpectedly, number {}", number, thrown);
        return of(new ConsoleException(
                ConsoleProblem.UNEXPECTED, "the console failed; its log has the details under number " + number));
    }

    static ApiProblem of(ConsoleException e) {
        ConsoleProblem problem = e.problem();
        return ApiProblemBuilder.builder()
                .status(problem.status())
                .code(problem.name())
                .title(problem.meaning())
                .detail(String.valueOf(e.getMessage()))
                .field(e.field())
                .value(e.value())
                .limit(e.limit())
                .fix(problem.fix())
                .headers(Map.of())
                .build();
    }

    private static ApiProblem of(ClientException e) {
        ClientProblem problem = e.problem();
        int status =
                switch (problem) {
                    case NO_SUCH_SCHEDULE, NO_SUCH_CALENDAR, NO_SUCH_LETTER -> 404;
                    case NO_OUTCOME -> 504;
                    case NO_SUCH_TOPICS, KAFKA_REFUSED, NOT_WRITTEN, TOO_MUCH_AT_ONCE, CLOSED -> 503;
                };
        return problem(status, problem, e.getMessage());
    }

    private static ApiProblem of(ContractException e, byte[] body) {
        ErrorCode code = e.code();
        return ApiProblemBuilder.builder()
                .status(UNREADABLE.contains(code) ? 400 : 422)
                .code(code.name())
                .title(code.meaning())
                .detail(String.valueOf(e.getMessage()))
                .field(e.field())
                .value(valueAt(e.field(), body))
                .limit(e.limit())
                .fix(e.fix())
                .headers(Map.of())
                .build();
    }

    private static ApiProblem problem(int status, ProblemCode code, @Nullable String detail) {
        return ApiProblemBuilder.builder()
                .status(status)
                .code(code.name())
                .title(code.meaning())
                .detail(Objects.requireNonNullElse(detail, code.meaning()))
                .fix(code.fix())
                .headers(Map.of())
                .build();
    }

    /** The body's value at a path like {@code items[3].labels."team"}; null if there is none. */
    private static @Nullable String valueAt(String field, byte[] body) {
        if (body.length == 0) {
            return null;
        }
        try {
            JsonNode at = Json.read(body);
            Matcher step = STEP.matcher(field);
            while (at != null && step.find()) {
                String name = step.group(1) != null ? step.group(1) : step.group(2);
                at = name != null ? at.get(name) : at.get(Integer.parseInt(step.group(3)));
            }
            return at == null ? null : at.toString();
        } catch (ContractException e) {
            // Safe: the refusal itself is that the body can't be read.
            return null;
        }
    }
}
