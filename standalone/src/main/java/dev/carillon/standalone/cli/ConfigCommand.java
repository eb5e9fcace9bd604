package dev.carillon.standalone.cli;

import dev.carillon.kit.config.KeyDescription;
import dev.carillon.standalone.render.Table;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon config}. */
final class ConfigCommand {
    private ConfigCommand() {}

    static CommandLine tree(Sessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Show(sessions));
    }

    /** {@code carillon config}: needs a word more. */
    @Command(name = "config", description = "Look at the configuration.")
    static final class Group extends CommandGroup {}

    /** {@code carillon config show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Print every setting with its value, secrets as ******.")
    static final class Show implements Callable<Integer> {
        private final Sessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        @Option(
                names = "--origin",
                description = "Say where each value comes from: flag, variable, FILE:LINE, default.")
        private boolean origin;

        Show(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            List<KeyDescription> all = sessions.config().describe();
            if (output.json()) {
                all.forEach(one -> sessions.terminal().say(json(one).toString()));
            } else {
                Table table = origin ? new Table("KEY", "VALUE", "ORIGIN") : new Table("KEY", "VALUE");
                all.forEach(one -> {
                    String value = one.value().isEmpty() ? "-" : one.value();
                    if (origin) {
                        table.row(one.name(), value, one.origin());
                    } else {
                        table.row(one.name(), value);
                    }
                });
                table.lines().forEach(sessions.terminal()::say);
            }
            return 0;
        }

        private static ObjectNode json(KeyDescription one) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("key", one.name());
            node.put("value", one.value());
            node.put("origin", one.origin());
            node.put("default", one.byDefault());
            node.put("type", one.type());
            node.put("range", one.range());
            node.put("environment", one.environmentName());
            node.put("reason", one.reason());
            return node;
        }
    }
}
