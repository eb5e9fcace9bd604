package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.standalone.cron.Explanation;
import dev.carillon.standalone.cron.ExplanationText;
import dev.carillon.standalone.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code carillon cron explain}. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Say what a cron expression means: in words, in its normal form, around clock changes; and what may"
                        + " not be meant.",
        footer = {
            "",
            "Examples:",
            "  carillon cron explain '30 2 * * *' --zone Europe/Berlin --fold both",
            "  carillon cron explain 'H H(0-5) * * *' --task-id nightly-report -o json"
        })
final class CronExplainCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "EXPR", description = "Five fields, six with seconds first, or @hourly and friends.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String expression;

    @Mixin
    private final CronOptions options = new CronOptions();

    @Mixin
    private final OutputOption output = new OutputOption();

    CronExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Terminal terminal = surroundings.terminal();
        Explanation explanation = Explanation.of(options.about(expression, surroundings.clock()));
        if (output.json()) {
            terminal.say(explanation.json().toString());
            return ExitCode.DONE;
        }
        new ExplanationText(explanation, surroundings.clock().instant(), terminal.paint())
                .lines()
                .forEach(terminal::say);
        return ExitCode.DONE;
    }
}
