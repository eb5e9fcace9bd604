package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the examples are as short as the documentation says. */
class ExampleLengthTest {
    @ParameterizedTest
    @ValueSource(strings = {"EmbeddedWorker", "EmbeddedScheduler", "ChargeHandler"})
    void javaTakesFifteenLinesWithoutImportsAndComments(String name) throws IOException {
        assertThat(ExampleFolder.codeOf(ExampleFolder.java(name))).hasSizeBetween(5, 15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"producer", "consumer", "worker"})
    void pythonTakesSixtyLinesOfAnyKind(String name) throws IOException {
        assertThat(Files.readAllLines(ExampleFolder.file("python/" + name + ".py")))
                .hasSizeBetween(20, 60)
                .allMatch(line -> line.length() <= 130);
    }
}
