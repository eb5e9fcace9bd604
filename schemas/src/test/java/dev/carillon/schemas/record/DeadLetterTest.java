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
    void keepsKeyBytesAndHeadersAndAddsCauseAndOrigin() {
        DeadLetter deadLetter =
                DeadLetter.of(new byte[] {1}, new byte[] {2}, OWN, ErrorCode.BAD_JSON, "value: bad", PLACE);
        assertThat(deadLetter.key()).containsExactly(1);
        assertThat(deadLetter.value()).containsExactly(2);
        assertThat(deadLetter.headers().subList(0, 2)).isEqualTo(OWN);
        assertThat(text(deadLetter, Headers.CAUSE)).isEqualTo("BAD_JSON");
        assertThat(text(deadLetter, Headers.CAUSE_MESSAGE)).isEqualTo("value: bad");
        assertThat(text(deadLetter, Headers.ORIGIN_TOPIC)).isEqualTo("carillon.results");
        assertThat(text(deadLetter, Headers.ORIGIN_PARTITION)).isEqualTo("3");
        assertThat(text(deadLetter, Headers.ORIGIN_OFFSET)).isEqualTo("17");
        assertThat(text(deadLetter, Headers.ORIGIN_TIMESTAMP)).isEqualTo("1700000000000");
        assertThat(text(deadLetter, Headers.VALUE_OMITTED)).isNull();
    }

    @Test
    void leavesOutAValueThatDoesNotFitAndKeepsItsSize() {
        DeadLetter deadLetter = deadLetter(new byte[] {1}, new byte[5_242_880], OWN);
        assertThat(deadLetter.value()).isNull();
        assertThat(text(deadLetter, Headers.VALUE_OMITTED)).isEqualTo("5242880 bytes");
        assertThat(deadLetter.key()).containsExactly(1);
        assertThat(deadLetter.headers()).containsAll(OWN);
    }

    @Test
    void leavesOutAKeyThatDoesNotFitButKeepsTheValue() {
        DeadLetter deadLetter = deadLetter(new byte[3_000_000], new byte[] {2}, OWN);
        assertThat(deadLetter.key()).isNull();
        assertThat(text(deadLetter, Headers.KEY_OMITTED)).isEqualTo("3000000 bytes");
        assertThat(deadLetter.value()).containsExactly(2);
    }

    @Test
    void leavesOutForeignHeadersThatDoNotFitButNeverItsOwn() {
        List<Header> large = List.of(new Header("h", new byte[2_500_000]));
        DeadLetter deadLetter = deadLetter(new byte[] {1}, new byte[] {2}, large);
        assertThat(deadLetter.value()).containsExactly(2);
        assertThat(text(deadLetter, Headers.HEADERS_OMITTED)).isEqualTo("2500011 bytes");
        assertThat(text(deadLetter, "h")).isNull();
        assertThat(text(deadLetter, Headers.CAUSE)).isEqualTo("BAD_JSON");
    }

    @Test
    void isNeverOverItsLimitForAnySizes() {
        for (int size = DeadLetter.MAX_BYTES - 4_000; size <= DeadLetter.MAX_BYTES + 4_000; size += 7) {
            DeadLetter deadLetter = deadLetter(new byte[100], new byte[size], OWN);
            assertThat(bytes(deadLetter)).isLessThanOrEqualTo(DeadLetter.MAX_BYTES);
        }
        assertThat(bytes(deadLetter(
                        new byte[2_000_000], new byte[2_000_000], List.of(new Header("h", new byte[2_000_000])))))
                .isLessThanOrEqualTo(DeadLetter.MAX_BYTES);
    }

    private static DeadLetter deadLetter(byte[] key, byte[] value, List<Header> own) {
        return DeadLetter.of(key, value, own, ErrorCode.BAD_JSON, "€".repeat(10_000), PLACE);
    }

    private static long bytes(DeadLetter deadLetter) {
        long bytes = length(deadLetter.key());
        bytes += length(deadLetter.value());
        for (Header header : deadLetter.headers()) {
            bytes += header.name().length() + length(header.value()) + 10;
        }
        return bytes;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static @Nullable String text(DeadLetter deadLetter, String name) {
        String found = null;
        for (Header header : deadLetter.headers()) {
            byte[] value = header.value();
            if (header.name().equals(name) && value != null) {
                found = new String(value, StandardCharsets.UTF_8);
            }
        }
        return found;
    }
}
