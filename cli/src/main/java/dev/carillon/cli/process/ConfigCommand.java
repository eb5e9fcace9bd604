package dev.carillon.cli.process;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.kit.config.KeyDescription;
import dev.carillon.schemas.json.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code carillon config}. */
public final class ConfigCommand {
    private ConfigCommand() {}

    public static CommandLine tree(ClusterSessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Show(sessions));
    }

    /** {@code carillon config}: only has subcommands. */
    @Command(name = "config", description = "Show the configuration.")
    static final class Group extends CommandGroup {}

    /** {@code carillon config show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Print every setting with its value, secrets as ******.")
    static final class Show implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        @Option(
                names = "--origin",
                description = "Show where each value comes from: flag, variable, FILE:LINE, default.")
        private boolean origin;

        Show(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            List<KeyDescription> all = sessions.config().describe();
            if (output.json()) {
                all.forEach(one -> sessions.terminal().print(Json.answer(SettingAnswer.of(one))));
            } else {
                TextTable table = origin ? new TextTable("KEY", "VALUE", "ORIGIN") : new TextTable("KEY", "VALUE");
                all.forEach(one -> {
                    String value = one.value().isEmpty() ? "-" : one.value();
                    if (origin) {
                        table.row(one.name(), value, one.origin());
                    } else {
                        table.row(one.name(), value);
                    }
                });
                table.lines().forEach(sessions.terminal()::print);
            }
            return 0;
        }

        /** A setting with its value, where that comes from, and what it means. */
        private record SettingAnswer(
                String key,
                String value,
                String origin,
                @JsonProperty("default") String byDefault,
                String type,
                String range,
                String environment,
                String reason) {
            private static SettingAnswer of(KeyDescription one) {
                return new SettingAnswer(
                        one.name(),
                        one.value(),
                        one.origin(),
                        one.byDefault(),
                        one.type(),
                        one.range(),
                        one.environmentName(),
                        one.reason());
            }
        }
    }
}
