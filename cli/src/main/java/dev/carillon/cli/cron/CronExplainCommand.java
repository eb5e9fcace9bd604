package dev.carillon.cli.cron;

import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code carillon cron explain}. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Explain a cron expression: in words, in its normal form, around clock changes, with warnings of likely"
                        + " mistakes.",
        footer = {
            "",
            "Examples:",
            "  carillon cron explain '30 2 * * *' --zone Europe/Berlin --fold both",
            "  carillon cron explain 'H H(0-5) * * *' --task-id nightly-report -o json"
        })
final class CronExplainCommand implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Parameters(paramLabel = "EXPR", description = "Five fields, six with seconds first, or @hourly and friends.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String expression;

    @Mixin
    private final CronOptions options = new CronOptions();

    @Mixin
    private final OutputOption output = new OutputOption();

    CronExplainCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Terminal terminal = environment.terminal();
        CronExplanation explanation = CronExplanation.of(options.fireTimes(expression, environment.clock()));
        if (output.json()) {
            terminal.print(Json.answer(ExplanationAnswer.of(explanation)));
            return ExitCode.DONE;
        }
        new ExplanationText(explanation, environment.clock().instant(), terminal.paint())
                .lines()
                .forEach(terminal::print);
        return ExitCode.DONE;
    }
}
