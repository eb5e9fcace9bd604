package dev.carillon.cli;

import dev.carillon.cli.frame.FailedQuietly;
import dev.carillon.cli.frame.GlobalOptions;
import dev.carillon.cli.frame.UsageWords;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns every failure into one line and an exit code; a stack trace is printed only with {@code --debug}. */
final class FailureMessages {
    private final Terminal terminal;
    private final GlobalOptions options;
    private final Program program;

    FailureMessages(Terminal terminal, GlobalOptions options, Program program) {
        this.terminal = terminal;
        this.options = options;
        this.program = program;
    }

    int usage(ParameterException failure, String[] args) {
        Throwable cause = failure.getCause();
        if (cause instanceof ContractException || cause instanceof CliException) {
            return execution((Exception) cause, failure.getCommandLine(), null);
        }
        CliException usage = UsageWords.of(failure);
        String command = failure.getCommandLine().getCommandSpec().qualifiedName(" ");
        boolean hasHint = String.valueOf(usage.getMessage()).endsWith("?");
        print(
                usage.getMessage() + (hasHint ? "" : "; see: " + command + " --help"),
                usage.problem().name());
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
            print(String.valueOf(known.getMessage()), known.problem().name());
            return known.problem().exitCode();
        }
        if (failure instanceof ClientException known) {
            print(String.valueOf(known.getMessage()), known.problem().name());
            return exitCode(known.problem());
        }
        if (failure instanceof ContractException known) {
            print(String.valueOf(known.getMessage()), known.code().name());
            return exitCode(known.code());
        }
        if (failure instanceof ConfigException known) {
            terminal.printErr("carillon: " + known.getMessage());
            return ExitCode.USAGE;
        }
        if (failure instanceof CodedException known) {
            print(String.valueOf(known.getMessage()), known.code().name());
            return ExitCode.of(known);
        }
        Optional<Program.FailureLine> ofService = program.failure(failure);
        if (ofService.isPresent()) {
            print(ofService.get().message(), ofService.get().code());
            return ExitCode.FAILED;
        }
        if (failure instanceof CancellationException) {
            return ExitCode.INTERRUPTED;
        }
        print(
                "unexpected error: " + TextPieces.oneLine(failure.toString())
                        + "; run the command again with --debug to see where",
                CliProblem.BROKE.name());
        return ExitCode.FAILED;
    }

    /** An unknown queue or type is not found; any other error of the contract is wrong usage. */
    private static int exitCode(ErrorCode code) {
        return code == ErrorCode.UNKNOWN_QUEUE || code == ErrorCode.UNKNOWN_TYPE ? ExitCode.NOT_FOUND : ExitCode.USAGE;
    }

    private static int exitCode(ClientProblem problem) {
        return switch (problem) {
            case NO_SUCH_SCHEDULE, NO_SUCH_CALENDAR, NO_SUCH_TOPICS, NO_SUCH_LETTER -> ExitCode.NOT_FOUND;
            case KAFKA_REFUSED, NO_OUTCOME, NOT_WRITTEN, TOO_MUCH_AT_ONCE, CLOSED -> ExitCode.FAILED;
        };
    }

    private void print(String message, String code) {
        terminal.printErr("carillon: " + TextPieces.oneLine(message) + " [" + code + "]");
    }
}
