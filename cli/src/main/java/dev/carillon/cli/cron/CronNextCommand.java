package dev.carillon.cli.cron;

import dev.carillon.cli.batch.LineReader;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.timing.cron.Timing;
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

/** {@code carillon cron next}. */
@Command(
        name = "next",
        mixinStandardHelpOptions = true,
        description = "Show when a cron expression fires next.",
        footer = {
            "",
            "Examples:",
            "  carillon cron next '0 6 * * MON-FRI' --zone Europe/Berlin",
            "  echo '{\"expr\":\"@hourly\",\"count\":2}' | carillon cron next --stdin"
        })
final class CronNextCommand implements Callable<Integer> {
    private final CommandEnvironment environment;

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
                    "Read JSON objects (expr, zone, gap, fold, taskId, from, count), one per line, and answer each"
                            + " with one line of JSON, in order.")
    private boolean stdin;

    @Mixin
    private final OutputOption output = new OutputOption();

    CronNextCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        if (stdin) {
            if (expression != null) {
                throw new CliException(
                        CliProblem.CONFLICTING_OPTIONS,
                        "with --stdin each line has its own expression; leave EXPR out");
            }
            return answerLines();
        }
        if (expression == null) {
            throw new CliException(CliProblem.MISSING_OPTION, "give an expression like '0 6 * * *', or use --stdin");
        }
        FireTimes question = options.fireTimes(expression, environment.clock());
        List<Instant> next = question.next();
        if (output.json()) {
            environment.terminal().print(Json.answer(FireTimesAnswer.of(expression, next)));
        } else {
            table(next, Timing.zone(question.zone())).lines().forEach(environment.terminal()::print);
        }
        return ExitCode.DONE;
    }

    private int answerLines() throws IOException {
        Terminal terminal = environment.terminal();
        QuestionLine question = new QuestionLine(environment.clock());
        try (LineReader lines = new LineReader(terminal.in(), QuestionLine.LONGEST)) {
            LineReader.Line line = lines.next();
            while (line != null && terminal.print(question.answer(line.bytes()))) {
                line = lines.next();
            }
        }
        return ExitCode.DONE;
    }

    private TextTable table(List<Instant> next, ZoneId at) {
        Instant now = environment.clock().instant();
        TextTable table = new TextTable("INSTANT", "LOCAL TIME IN " + ExplanationText.name(at), "");
        next.forEach(instant ->
                table.row(instant.toString(), ExplanationText.local(instant, at), TextPieces.relative(instant, now)));
        return table;
    }
}
