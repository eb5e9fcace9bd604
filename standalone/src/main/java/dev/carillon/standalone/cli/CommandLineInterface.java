package dev.carillon.standalone.cli;

import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.deadletter.KafkaAllOrNothing;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** From the words of a command line to an exit code; whatever goes wrong on the way is one line. */
public final class CommandLineInterface {
    private static final Pattern SETTING = Pattern.compile("--[a-z]+\\.[a-z.-]+(=.*)?", Pattern.DOTALL);

    private final Surroundings surroundings;
    private final BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions;

    public CommandLineInterface(Surroundings surroundings) {
        this(surroundings, KafkaAllOrNothing::open);
    }

    CommandLineInterface(Surroundings surroundings, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
        this.surroundings = surroundings;
        this.transactions = transactions;
    }

    public int run(String... args) {
        return commandLine().execute(withSettings(args));
    }

    /** A setting may be written as an option of its own: {@code --kafka.bootstrap-servers=host:9092}. */
    static String[] withSettings(String[] args) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--")) {
                words.addAll(List.of(args).subList(i, args.length));
                break;
            }
            if (!SETTING.matcher(args[i]).matches()) {
                words.add(args[i]);
                continue;
            }
            boolean apart = args[i].indexOf('=') < 0 && i + 1 < args.length;
            words.add("--set");
            words.add(args[i].substring(2) + (apart ? "=" + args[++i] : ""));
        }
        return words.toArray(String[]::new);
    }

    CommandLine commandLine() {
        GlobalOptions options = new GlobalOptions(surroundings);
        Failures failures = new Failures(surroundings.terminal(), options);
        CommandLine commandLine = Commands.tree(surroundings, options, transactions);
        commandLine.setOut(surroundings.terminal().out());
        commandLine.setErr(surroundings.terminal().err());
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(
                surroundings.terminal().paint().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        commandLine.setUsageHelpWidth(110);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(failures::usage);
        commandLine.setExecutionExceptionHandler(failures::execution);
        return commandLine;
    }
}
