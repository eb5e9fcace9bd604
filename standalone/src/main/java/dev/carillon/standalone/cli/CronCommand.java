package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.standalone.cron.FireTimes;
import dev.carillon.standalone.cron.QuestionLine;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.trigger.cron.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon cron}. */
final class CronCommand {
    private CronCommand() {}

    static CommandLine tree(Surroundings surroundings) {
        return new CommandLine(new Group()).addSubcommand(new Next(surroundings));
    }

    /** {@code carillon cron}: needs a word more. */
    @Command(name = "cron", description = "Look at cron expressions.")
    static final class Group extends CommandGroup {}

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
    static final class Next implements Callable<Integer> {
        private static final DateTimeFormatter LOCAL =
                DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm:ss xxx", Locale.ENGLISH);

        private final Surroundings surroundings;

        @Parameters(
                arity = "0..1",
                paramLabel = "EXPR",
                description = "Five fields, six with seconds first, or @hourly and friends.")
        private @Nullable String expression;

        @Option(names = "--zone", paramLabel = "ZONE", description = "Like Europe/Berlin; UTC if absent.")
        private @Nullable String zone;

        @Option(names = "--from", paramLabel = "INSTANT", description = "After this instant; now if absent.")
        private @Nullable String from;

        @Option(
                names = "-n",
                paramLabel = "COUNT",
                description = "How many (default: ${DEFAULT-VALUE}).",
                defaultValue = "5")
        private int count = 5;

        @Option(names = "--id", paramLabel = "TASKID", description = "What H in the expression is a hash of.")
        private @Nullable String id;

        @Option(
                names = "--stdin",
                description = "Answer one JSON object a line (expr, zone, from, count) with one JSON line, in order.")
        private boolean stdin;

        @Mixin
        private final OutputOption output = new OutputOption();

        Next(Surroundings surroundings) {
            this.surroundings = surroundings;
        }

        @Override
        public Integer call() throws IOException {
            if (stdin) {
                return answerLines();
            }
            if (expression == null) {
                throw new CliException(
                        CliProblem.MISSING_OPTION, "name an expression like '0 6 * * *', or use --stdin");
            }
            Instant after = from == null ? surroundings.clock().instant() : TimeWords.instant("--from", from);
            String taskId = id == null ? FireTimes.ANY_TASK : TaskId.check("--id", id);
            int wanted = Numbers.within("-n", count, 1, FireTimes.MAX_COUNT);
            List<Instant> next = new FireTimes(expression, zone, after, wanted, taskId).next();
            if (output.json()) {
                surroundings.terminal().say(json(next).toString());
            } else {
                table(next, Timing.zone(zone)).lines().forEach(surroundings.terminal()::say);
            }
            return ExitCode.DONE;
        }

        private int answerLines() throws IOException {
            Terminal terminal = surroundings.terminal();
            QuestionLine question = new QuestionLine(surroundings.clock());
            BufferedReader lines = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !terminal.say(question.answer(line))) {
                    return ExitCode.DONE;
                }
            }
            return ExitCode.DONE;
        }

        private Table table(List<Instant> next, ZoneId at) {
            Instant now = surroundings.clock().instant();
            Table table = new Table("INSTANT", "LOCAL TIME IN " + (at.equals(ZoneOffset.UTC) ? "UTC" : at), "");
            next.forEach(instant ->
                    table.row(instant.toString(), LOCAL.format(instant.atZone(at)), Texts.relative(instant, now)));
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
}
