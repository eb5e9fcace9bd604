package dev.carillon.cli;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.GlobalOptions;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.deadletter.KafkaAtomicWriter;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Runs a command line and returns its exit code; a failure is printed as one line. */
public final class CommandLineInterface {
    private static final Pattern SETTING = Pattern.compile("--[a-z]+\\.[a-z.-]+(=.*)?", Pattern.DOTALL);

    private final CommandEnvironment environment;
    private final Program program;
    private final BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions;

    public CommandLineInterface(CommandEnvironment environment, Program program) {
        this(environment, program, KafkaAtomicWriter::open);
    }

    CommandLineInterface(
            CommandEnvironment environment,
            Program program,
            BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        this.environment = environment;
        this.program = program;
        this.transactions = transactions;
    }

    public int run(String... args) {
        return commandLine().execute(withSettings(args));
    }

    /** Turns settings written as options into {@code --set}: {@code --kafka.bootstrap-servers=host:9092}. */
    public static String[] withSettings(String[] args) {
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
        GlobalOptions options = new GlobalOptions(environment, program.settings(), program::runningCluster);
        FailureMessages failures = new FailureMessages(environment.terminal(), options, program);
        CommandLine commandLine = new CommandLine(new RootCommand(options));
        program.addCommands(commandLine, new ClusterSessions(environment, options), transactions);
        commandLine.setOut(environment.terminal().out());
        commandLine.setErr(environment.terminal().err());
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(
                environment.terminal().paint().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        commandLine.setUsageHelpWidth(110);
        // picocli would replace "@job.json" by the words of that file; here it names a payload, and "@daily" a time.
        commandLine.setExpandAtFiles(false);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(failures::usage);
        commandLine.setExecutionExceptionHandler(failures::execution);
        return commandLine;
    }
}
