package dev.carillon.standalone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code carillon version}. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        description = "Say which version this is, and on which Java.")
final class VersionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    VersionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** For {@code carillon --version}. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {line()};
        }
    }

    @Override
    public Integer call() {
        surroundings.terminal().say(line());
        return 0;
    }

    private static String line() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return "carillon " + (version == null ? "from classes" : version) + ", Java " + Runtime.version();
    }
}
