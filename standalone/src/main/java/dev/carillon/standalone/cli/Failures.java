package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.console.history.HistoryException;
import dev.carillon.embedded.EmbeddedClusterException;
import dev.carillon.kit.config.ConfigException;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Every failure as one line and an exit code; a trace only where it was asked for. */
final class Failures {
    private final Terminal terminal;
    private final GlobalOptions options;

    Failures(Terminal terminal, GlobalOptions options) {
        this.terminal = terminal;
        this.options = options;
    }

    int usage(ParameterException failure, String[] args) {
        Throwable cause = failure.getCause();
        if (cause instanceof ContractException || cause instanceof CliException) {
            return execution((Exception) cause, failure.getCommandLine(), null);
        }
        CliException inWords = UsageWords.of(failure);
        String command = failure.getCommandLine().getCommandSpec().qualifiedName(" ");
        boolean answered = String.valueOf(inWords.getMessage()).endsWith("?");
        tell(
                inWords.getMessage() + (answered ? "" : "; see: " + command + " --help"),
                inWords.problem().name());
        return ExitCode.USAGE;
    }

    int execution(Exception failure, CommandLine commandLine, @org.jspecify.annotations.Nullable ParseResult parsed) {
        if (options.debug()) {
            failure.printStackTrace(terminal.err());
        }
        if (failure instanceof FailedQuietly quiet) {
            return quiet.exitCode();
        }
        if (failure instanceof CliException known) {
            tell(String.valueOf(known.getMessage()), known.problem().name());
            return known.problem().exitCode();
        }
        if (failure instanceof ClientException known) {
            tell(String.valueOf(known.getMessage()), known.problem().name());
            return exitCode(known.problem());
        }
        if (failure instanceof ContractException known) {
            tell(String.valueOf(known.getMessage()), known.code().name());
            return exitCode(known.code());
        }
        if (failure instanceof ConfigException known) {
            terminal.tell("carillon: " + known.getMessage());
            return ExitCode.USAGE;
        }
        if (failure instanceof CodedException known) {
            tell(String.valueOf(known.getMessage()), known.code().name());
            return ExitCode.of(known);
        }
        if (failure instanceof HistoryException known) {
            tell(
                    known.getMessage() + "; " + known.problem().fix(),
                    known.problem().name());
            return ExitCode.FAILED;
        }
        if (failure instanceof EmbeddedClusterException known) {
            tell(String.valueOf(known.getMessage()), known.problem().name());
            return ExitCode.FAILED;
        }
        if (failure instanceof CancellationException) {
            return ExitCode.INTERRUPTED;
        }
        tell(
                "something unforeseen went wrong: " + Texts.oneLine(failure.toString())
                        + "; run it again with --debug to see where",
                CliProblem.BROKE.name());
        return ExitCode.FAILED;
    }

    /** What is not there is not found; everything else is the wrong thing to ask for. */
    private static int exitCode(ErrorCode code) {
        return code == ErrorCode.UNKNOWN_QUEUE || code == ErrorCode.UNKNOWN_TYPE ? ExitCode.NOT_FOUND : ExitCode.USAGE;
    }

    private static int exitCode(ClientProblem problem) {
        return switch (problem) {
            case NO_SUCH_SCHEDULE, NO_SUCH_CALENDAR, NO_SUCH_TOPICS, NO_SUCH_LETTER -> ExitCode.NOT_FOUND;
            case KAFKA_REFUSED, NO_OUTCOME, NOT_WRITTEN, TOO_MUCH_AT_ONCE, CLOSED -> ExitCode.FAILED;
        };
    }

    private void tell(String words, String code) {
        terminal.tell("carillon: " + words + " [" + code + "]");
    }
}
