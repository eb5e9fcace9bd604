package dev.carillon.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    @Test
    void ofALineThatIsTooLongJustEnoughIsKeptAndTheNextOneIsWhole() throws IOException {
        String text = "9".repeat(1_000_000) + "\n\n \t\r\nnext";
        try (LineReader lines = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 100)) {
            assertThat(Objects.requireNonNull(lines.next()).bytes()).hasSize(101);
            LineReader.Line next = Objects.requireNonNull(lines.next());
            assertThat(new String(next.bytes(), StandardCharsets.UTF_8)).isEqualTo("next");
            assertThat(next.number()).isEqualTo(4);
            assertThat(lines.next()).isNull();
        }
    }
}
