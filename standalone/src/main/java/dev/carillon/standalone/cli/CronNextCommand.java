package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.standalone.batch.Lines;
import dev.carillon.standalone.cron.ExplanationText;
import dev.carillon.standalone.cron.FireTimes;
import dev.carillon.standalone.cron.QuestionLine;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.trigger.cron.Timing;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon cron next}. */
@Command(
        name = "next",
        mixinStandardHelpOptions = true,
        description = "Say when a cron expression fires next.",
        footer = {
            "",
            "Examples:",
            "  carillon cron next '0 6 * * MON-FRI' --zone Europe/Berlin",
            "  echo '{\"expr\":\"@hourly\",\"count\":2}' | carillon cron next --stdin"
        })
final class CronNextCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            arity = "0..1",
            paramLabel = "EXPR",
            description = "Five fields, six with seconds first, or @hourly and friends.")
    private @Nullable String expression;

    @Mixin
    private final CronOptions options = new CronOptions();

    @Option(
            names = "--stdin",
            description =
                    "Answer one JSON object a line (expr, zone, gap, fold, taskId, from, count) with one JSON line,"
                            + " in order.")
    private boolean stdin;

    @Mixin
    private final OutputOption output = new OutputOption();

    CronNextCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        if (stdin) {
            return answerLines();
        }
        if (expression == null) {
            throw new CliException(CliProblem.MISSING_OPTION, "name an expression like '0 6 * * *', or use --stdin");
        }
        FireTimes question = options.about(expression, surroundings.clock());
        List<Instant> next = question.next();
        if (output.json()) {
            surroundings.terminal().say(json(next).toString());
        } else {
            table(next, Timing.zone(question.zone())).lines().forEach(surroundings.terminal()::say);
        }
        return ExitCode.DONE;
    }

    private int answerLines() throws IOException {
        Terminal terminal = surroundings.terminal();
        QuestionLine question = new QuestionLine(surroundings.clock());
        try (Lines lines = new Lines(terminal.in(), QuestionLine.LONGEST)) {
            Lines.Line line = lines.next();
            while (line != null && terminal.say(question.answer(line.bytes()))) {
                line = lines.next();
            }
        }
        return ExitCode.DONE;
    }

    private Table table(List<Instant> next, ZoneId at) {
        Instant now = surroundings.clock().instant();
        Table table = new Table("INSTANT", "LOCAL TIME IN " + ExplanationText.name(at), "");
        next.forEach(instant ->
                table.row(instant.toString(), ExplanationText.local(instant, at), Texts.relative(instant, now)));
        return table;
    }

    private ObjectNode json(List<Instant> next) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("expr", expression);
        ArrayNode instants = answer.putArray("next");
        next.forEach(instant -> instants.add(instant.toString()));
        return answer;
    }
}
