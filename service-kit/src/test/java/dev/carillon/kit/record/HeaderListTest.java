package dev.carillon.kit.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderListTest {
    private static final RecordHeader WITHOUT_VALUE = new RecordHeader("kind", null);

    @Test
    void theLastOfSeveralHeadersOfANameCounts() {
        HeaderList headers =
                HeaderList.of(RecordHeader.of("kind", "a"), RecordHeader.of("x", "y"), RecordHeader.of("kind", "b"));
        assertThat(headers.text("kind")).isEqualTo("b");
        assertThat(headers.textOr("kind", "c")).isEqualTo("b");
        assertThat(headers.texts()).containsExactly(Map.entry("kind", "b"), Map.entry("x", "y"));
        assertThat(headers.all()).hasSize(3);
    }

    @Test
    void aHeaderWithoutAValueIsThereButHasNoText() {
        HeaderList headers = HeaderList.of(RecordHeader.of("kind", "a"), WITHOUT_VALUE);
        assertThat(headers.has("kind")).isTrue();
        assertThat(headers.text("kind")).isNull();
        assertThat(headers.textOr("kind", "otherwise")).isEmpty();
        assertThat(headers.texts()).containsExactly(Map.entry("kind", ""));
    }

    @Test
    void namesAreComparedExactlyAndAnAbsentOneHasNoText() {
        HeaderList headers = HeaderList.of(Map.of("kind", "a"));
        for (String absent : List.of("Kind", "kin", "kind ", "")) {
            assertThat(headers.has(absent)).isFalse();
            assertThat(headers.text(absent)).isNull();
            assertThat(headers.textOr(absent, "otherwise")).isEqualTo("otherwise");
        }
    }

    @Test
    void addedHeadersComeLastAndTheListBeforeStaysAsItWas() {
        HeaderList before = HeaderList.of(RecordHeader.of("cause", "old"));
        HeaderList after = before.with(Map.of("cause", "new")).with(RecordHeader.of("z", "ä"));
        assertThat(before.texts()).containsExactly(Map.entry("cause", "old"));
        assertThat(after.all()).extracting(RecordHeader::toString).containsExactly("cause=old", "cause=new", "z=ä");
        assertThat(after.text("cause")).isEqualTo("new");
    }

    @Test
    void laterChangesOfTheGivenListDoNotShow() {
        List<RecordHeader> given = new ArrayList<>(List.of(WITHOUT_VALUE));
        HeaderList headers = HeaderList.of(given);
        given.add(RecordHeader.of("x", "y"));
        assertThat(headers.all()).containsExactly(WITHOUT_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kind", "größe", "€ per day", "a 🕯 b", "\u0000\u007f\u0080\u07ff\u0800\uffff"})
    void theBytesOfAHeaderCoverItsEncodedNameAndValueAndTenMore(String name) {
        int encoded = name.getBytes(StandardCharsets.UTF_8).length;
        assertThat(new RecordHeader(name, null).bytes()).isEqualTo(10 + encoded);
        assertThat(new RecordHeader(name, new byte[7]).bytes()).isEqualTo(17 + encoded);
    }

    @Test
    void theBytesOfARecordToSendCountAllItHas() {
        HeaderList headers = HeaderList.of(RecordHeader.of("a", "12"), WITHOUT_VALUE);
        assertThat(new OutgoingRecord("t", null, null, null, HeaderList.none()).bytes())
                .isZero();
        assertThat(new OutgoingRecord("t", 0, new byte[3], new byte[40], headers).bytes())
                .isEqualTo(3 + 40 + 13 + 14);
    }
}
