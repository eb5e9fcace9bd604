package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed and returned when a command fails while it writes. */
final class FailureMessagesTest {
    private final CommandLineHarness cli;

    FailureMessagesTest(@TempDir Path directory) {
        cli = new CommandLineHarness(directory).withWorker("shell");
    }

    private Ran failing(RuntimeException failure, String... more) {
        cli.log.whenAppended(appended -> {
            throw failure;
        });
        String[] words = new String[more.length + 2];
        words[0] = "submit";
        words[1] = "shell";
        System.arraycopy(more, 0, words, 2, more.length);
        return cli.run(words);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new ContractException(ErrorCode.OUT_OF_RANGE, "x", "is odd", "even it"), 2, "OUT_OF_RANGE"),
                Arguments.of(new ContractException(ErrorCode.UNKNOWN_QUEUE, "x", "is odd", "y"), 3, "UNKNOWN_QUEUE"),
                Arguments.of(new ContractException(ErrorCode.UNKNOWN_TYPE, "x", "is odd", "y"), 3, "UNKNOWN_TYPE"),
                Arguments.of(
                        new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "no broker answers"),
                        4,
                        "KAFKA_UNREACHABLE"),
                Arguments.of(
                        new CodedException(KitErrorCode.KAFKA_ACCESS_DENIED, "not allowed"), 4, "KAFKA_ACCESS_DENIED"),
                Arguments.of(new IllegalStateException("odd"), 1, "BROKE"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsOneLineWithItsCodeAndNoTrace(RuntimeException failure, int code, String name) {
        Ran ran = failing(failure);
        assertThat(ran.code()).isEqualTo(code);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines())
                .singleElement()
                .asString()
                .startsWith("carillon: ")
                .endsWith("[" + name + "]");
    }

    @ParameterizedTest
    @EnumSource(ClientProblem.class)
    void whatIsMissingIsNotFoundAndOtherProblemsOfTheClientAreFailures(ClientProblem problem) {
        Ran ran = failing(new ClientException(problem, "it is so"));
        assertThat(ran.code()).isEqualTo(problem.name().startsWith("NO_SUCH_") ? 3 : 1);
        assertThat(ran.err()).isEqualTo("carillon: it is so [" + problem + "]\n");
    }

    @Test
    void anUnexpectedErrorSaysHowToFindItsPlace() {
        Ran ran = failing(new IllegalStateException("odd\n  state \u001b[2J"));
        assertThat(ran.err())
                .isEqualTo("carillon: unexpected error: java.lang.IllegalStateException: odd ⏎ state ?[2J; run the"
                        + " command again with --debug to see where [BROKE]\n");
    }

    @Test
    void withDebugTheTraceIsPrintedBeforeTheLine() {
        Ran ran = failing(new IllegalStateException("odd"), "--debug");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err().lines().toList())
                .startsWith("java.lang.IllegalStateException: odd")
                .anyMatch(line -> line.contains("at dev.carillon.cli.FailureMessagesTest"));
        assertThat(ran.err()).endsWith("[BROKE]\n");
    }

    @Test
    void anInterruptedCommandEndsAsShellsReportIt() {
        Ran ran = failing(new CancellationException("interrupted"));
        assertThat(ran.code()).isEqualTo(130);
        assertThat(ran.out() + ran.err()).isEmpty();
    }

    @Test
    void aFailureOnTheWaySaysNothingOfASuccess() {
        Ran ran = failing(
                new ClientException(ClientProblem.NOT_WRITTEN, "the broker refused it"), "--wait", "-o", "json");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(cli.run("schedule", "pause", "none").code()).isEqualTo(3);
        assertThat(cli.log.all(NAMES.control())).isEmpty();
    }
}
