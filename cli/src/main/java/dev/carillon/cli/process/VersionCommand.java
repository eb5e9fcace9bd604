package dev.carillon.cli.process;

import dev.carillon.cli.frame.CommandEnvironment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code carillon version}. */
@Command(name = "version", mixinStandardHelpOptions = true, description = "Print the version of Carillon and of Java.")
public final class VersionCommand implements Callable<Integer> {
    private final CommandEnvironment environment;

    public VersionCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    /** For {@code carillon --version}. */
    public static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {line()};
        }
    }

    @Override
    public Integer call() {
        environment.terminal().print(line());
        return 0;
    }

    private static String line() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return "carillon " + (version == null ? "from classes" : version) + ", Java " + Runtime.version();
    }
}
