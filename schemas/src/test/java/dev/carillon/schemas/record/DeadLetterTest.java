package dev.carillon.schemas.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.DeadLetter.Header;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
    private static final DeadLetter.Place PLACE =
            new DeadLetter.Place("carillon.results", 3, 17, Instant.ofEpochMilli(1_700_000_000_000L));
    private static final List<Header> OWN = List.of(Header.of("kind", "result"), new Header("foreign", null));

    @Test
    void keepsKeyBytesAndHeadersAndSaysWhyAndWhere() {
        DeadLetter letter = DeadLetter.of(new byte[] {1}, new byte[] {2}, OWN, ErrorCode.BAD_JSON, "value: bad", PLACE);
        assertThat(letter.key()).containsExactly(1);
        assertThat(letter.value()).containsExactly(2);
        assertThat(letter.headers().subList(0, 2)).isEqualTo(OWN);
        assertThat(text(letter, Headers.CAUSE)).isEqualTo("BAD_JSON");
        assertThat(text(letter, Headers.CAUSE_MESSAGE)).isEqualTo("value: bad");
        assertThat(text(letter, Headers.ORIGIN_TOPIC)).isEqualTo("carillon.results");
        assertThat(text(letter, Headers.ORIGIN_PARTITION)).isEqualTo("3");
        assertThat(text(letter, Headers.ORIGIN_OFFSET)).isEqualTo("17");
        assertThat(text(letter, Headers.ORIGIN_TIMESTAMP)).isEqualTo("1700000000000");
        assertThat(text(letter, Headers.VALUE_OMITTED)).isNull();
    }

    @Test
    void leavesOutAValueThatDoesNotFitAndSaysItsSize() {
        DeadLetter letter = letter(new byte[] {1}, new byte[5_242_880], OWN);
        assertThat(letter.value()).isNull();
        assertThat(text(letter, Headers.VALUE_OMITTED)).isEqualTo("5242880 bytes");
        assertThat(letter.key()).containsExactly(1);
        assertThat(letter.headers()).containsAll(OWN);
    }

    @Test
    void leavesOutAKeyThatDoesNotFitButKeepsTheValue() {
        DeadLetter letter = letter(new byte[3_000_000], new byte[] {2}, OWN);
        assertThat(letter.key()).isNull();
        assertThat(text(letter, Headers.KEY_OMITTED)).isEqualTo("3000000 bytes");
        assertThat(letter.value()).containsExactly(2);
    }

    @Test
    void leavesOutForeignHeadersThatDoNotFitButNeverItsOwn() {
        DeadLetter letter = letter(new byte[] {1}, new byte[] {2}, List.of(new Header("h", new byte[2_500_000])));
        assertThat(letter.value()).containsExactly(2);
        assertThat(text(letter, Headers.HEADERS_OMITTED)).isEqualTo("2500011 bytes");
        assertThat(text(letter, "h")).isNull();
        assertThat(text(letter, Headers.CAUSE)).isEqualTo("BAD_JSON");
    }

    @Test
    void isNeverOverItsLimitWhateverTheSizes() {
        for (int size = DeadLetter.MAX_BYTES - 4_000; size <= DeadLetter.MAX_BYTES + 4_000; size += 7) {
            DeadLetter letter = letter(new byte[100], new byte[size], OWN);
            assertThat(bytes(letter)).isLessThanOrEqualTo(DeadLetter.MAX_BYTES);
        }
        assertThat(bytes(letter(
                        new byte[2_000_000], new byte[2_000_000], List.of(new Header("h", new byte[2_000_000])))))
                .isLessThanOrEqualTo(DeadLetter.MAX_BYTES);
    }

    private static DeadLetter letter(byte[] key, byte[] value, List<Header> own) {
        return DeadLetter.of(key, value, own, ErrorCode.BAD_JSON, "€".repeat(10_000), PLACE);
    }

    private static long bytes(DeadLetter letter) {
        long bytes = length(letter.key());
        bytes += length(letter.value());
        for (Header header : letter.headers()) {
            bytes += header.name().length() + length(header.value()) + 10;
        }
        return bytes;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static @Nullable String text(DeadLetter letter, String name) {
        String found = null;
        for (Header header : letter.headers()) {
            byte[] value = header.value();
            if (header.name().equals(name) && value != null) {
                found = new String(value, StandardCharsets.UTF_8);
            }
        }
        return found;
    }
}
