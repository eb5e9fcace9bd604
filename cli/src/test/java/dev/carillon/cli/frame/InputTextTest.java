package dev.carillon.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, standard input, and the payloads in them. */
final class InputTextTest {
    private final Path directory;

    InputTextTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private InputText reading(InputStream in) {
        Terminal terminal = TerminalBuilder.builder()
                .out(new PrintWriter(Writer.nullWriter()))
                .err(new PrintWriter(Writer.nullWriter()))
                .in(in)
                .environment(Map.of())
                .home(directory.resolve("home"))
                .directory(directory)
                .zone(ZoneOffset.UTC)
                .build();
        return new InputText(terminal);
    }

    private InputText reading(String in) {
        return reading(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)));
    }

    private CliException refusal(String name) {
        return catchThrowableOfType(CliException.class, () -> reading("").read("--file", name));
    }

    @Test
    void aFileIsReadFromTheWorkingDirectoryAndAnEmptyOneIsEmpty() throws IOException {
        Files.writeString(directory.resolve("a b.json"), "Grüße \uD83D\uDD14\r\n");
        Files.writeString(directory.resolve("empty"), "");
        assertThat(reading("").read("--file", "a b.json")).isEqualTo("Grüße \uD83D\uDD14\r\n");
        assertThat(reading("").read("--file", "empty")).isEmpty();
        assertThat(reading("from a pipe").read("--file", "-")).isEqualTo("from a pipe");
    }

    @Test
    void whatIsNoFileSaysWhatItIs() {
        assertThat(refusal("none.json").problem()).isEqualTo(CliProblem.NO_SUCH_FILE);
        assertThat(refusal("none.json"))
                .hasMessage("there is no file " + directory.resolve("none.json") + "; check the path");
        assertThat(refusal("")).hasMessage(directory + " is a directory; name a file in it");
        assertThat(refusal("~/none.json"))
                .hasMessageContaining(directory.resolve("home/none.json").toString());
    }

    @Test
    void textThatIsNotUtf8IsNamedWithTheFix() throws IOException {
        Files.write(directory.resolve("latin.yaml"), "name: Grüße".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(refusal("latin.yaml")).hasMessage("--file: latin.yaml is not UTF-8 text; save it as UTF-8");
        Files.write(directory.resolve("utf16.yaml"), "name: a".getBytes(StandardCharsets.UTF_16));
        assertThat(refusal("utf16.yaml").problem()).isEqualTo(CliProblem.BAD_FILE);
    }

    @Test
    void endlessInputIsRefusedOnceItIsTooLarge() {
        assertThatThrownBy(() -> reading(new EndlessDigits()).read("--file", "-"))
                .isInstanceOfSatisfying(ContractException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE))
                .hasMessageContaining("standard input has more than 10000000 bytes; split it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"b\": 1.50, \"a\": [ ]} | {\"b\": 1.50, \"a\": [ ]}",
                "null | null",
                "\"Grüße\" | \"Grüße\"",
                "-0.0 | -0.0",
                "12345678901234567890.5 | 12345678901234567890.5"
            })
    void aPayloadKeepsItsSpelling(String text, String kept) {
        assertThat(PayloadText.read(text, reading("")).text()).isEqualTo(kept);
        assertThat(PayloadText.read("-", reading("\n " + text + " \r\n")).text())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "date", "{\"a\":1", "{\"a\":1} {\"a\":2}", "{a: 1}", "'x'", "01", "+1", "NaN", "\uFEFF1"
            })
    void aPayloadThatIsNotOneJsonValueIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> PayloadText.read(text, reading("")))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("--payload: is not one JSON value (")
                .hasMessageEndingWith("send one JSON value; text needs quotes of its own: '\"text\"'");
    }

    @Test
    void aPayloadFileThatIsNotThereIsNoPayload() {
        assertThatThrownBy(() -> PayloadText.read("@none.json", reading("")))
                .isInstanceOfSatisfying(CliException.class, refused -> assertThat(refused.problem())
                        .isEqualTo(CliProblem.NO_SUCH_FILE));
        assertThatThrownBy(() -> PayloadText.read("@", reading(""))).hasMessageContaining("is a directory");
    }

    /** Never ends, as {@code /dev/zero} does not. */
    private static final class EndlessDigits extends InputStream {
        @Override
        public int read() {
            return '7';
        }
    }
}
