package dev.carillon.cli.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Answers each JSON line of {@code cron next --stdin} with one line; a bad line gets an error of its own. */
public final class QuestionLine {
    /** The longest line, in bytes. */
    public static final int LONGEST = 64 * 1024;

    private static final int DEFAULT_COUNT = 5;

    private final Clock clock;

    public QuestionLine(Clock clock) {
        this.clock = clock;
    }

    /** {@code {"expr":…,"next":[…]}}, or {@code {"expr":…,"error":{"code":…,"message":…}}}. */
    public String answer(byte[] line) {
        String expression = null;
        try {
            JsonNode node = read(line);
            expression = node.path("expr").isString() ? node.path("expr").stringValue() : null;
            return Json.answer(
                    FireTimesAnswer.of(expression, times(Json.fieldsOf(node)).next()));
        } catch (ContractException e) {
            return Json.answer(FireTimesAnswer.refused(expression, e));
        }
    }

    private static JsonNode read(byte[] line) {
        if (line.length > LONGEST) {
            throw new ContractException(
                    ErrorCode.TEXT_TOO_LONG,
                    "line",
                    "has more than the limit of " + LONGEST + " bytes",
                    "send one expression per line");
        }
        return Json.read(line);
    }

    private FireTimes times(Fields fields) {
        // This limit is looser than the parser's, so that the parser refuses a long expression with its own message.
        String expression = fields.requiredText("expr", 10 * FiringRule.MAX_CRON);
        String zone = fields.text("zone", 100);
        Gap gap = Objects.requireNonNullElse(fields.choice("gap", Gap.class), Gap.RUN_AFTER);
        Fold fold = Objects.requireNonNullElse(fields.choice("fold", Fold.class), Fold.FIRST);
        Instant from = fields.instant("from");
        int count = (int) fields.number("count", DEFAULT_COUNT, 0, FireTimes.MAX_COUNT);
        String taskId = Objects.requireNonNullElse(
                fields.parsed("taskId", TaskId.MAX_LENGTH, TaskId::check), FireTimes.ANY_TASK);
        return new FireTimes(expression, taskId, zone, gap, fold, from == null ? clock.instant() : from, count);
    }
}
