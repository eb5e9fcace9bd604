package dev.carillon.client.deadletter;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.bytes;
import static dev.carillon.client.TestRecords.stored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.deadletter.DeadLetterMark.Deed;
import dev.carillon.schemas.json.Json;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeadLetterAnswerTest {
    private static final Map<String, String> HEADERS = Map.of(
            "cause", "BAD_JSON",
            "cause-message", "größer\nals gedacht",
            "origin-topic", "carillon.results",
            "origin-partition", "3",
            "origin-offset", "17");

    private static StoredDeadLetter letter(@Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        return new StoredDeadLetter(stored(NAMES.deadLetters(), 2, 5, NOW, key, value, headers));
    }

    private static DeadLetterAnswer whole(byte @Nullable [] value) {
        return DeadLetterAnswer.whole(letter("report", value, HEADERS), Optional.empty());
    }

    @Test
    void aListShowsWhereWhenAndWhyWithoutTheRecord() {
        DeadLetterMark mark = new DeadLetterMark(Deed.DROPPED, NOW, "ann", "a typo", null);
        DeadLetterAnswer answer = DeadLetterAnswer.summary(letter("report", bytes("{}"), HEADERS), Optional.of(mark));
        assertThat(answer.position()).isEqualTo("dead-letters-2@5");
        assertThat(answer.cause()).isEqualTo("BAD_JSON");
        assertThat(answer.origin()).isEqualTo("carillon.results-3@17");
        assertThat(answer.mark()).isEqualTo("dropped by ann: a typo");
        assertThat(answer.headers()).isNull();
        assertThat(answer.value()).isNull();
        assertThat(answer.valueBase64()).isNull();
    }

    @Test
    void aValueThatIsJsonIsShownAsSuch() {
        assertThat(whole(bytes("{\"a\":[1,\"漢\"]}")).value()).isEqualTo(Json.read(bytes("{\"a\":[1,\"漢\"]}")));
        assertThat(whole(bytes("{\"a\":1}")).valueBase64()).isNull();
        assertThat(whole(bytes("{\"a\":1}")).headers()).isEqualTo(HEADERS);
    }

    @ParameterizedTest
    @CsvSource({"{oops", "''", "'{} {}'", "'\"half"})
    void aValueThatIsNotIsShownByteForByte(String text) {
        DeadLetterAnswer answer = whole(bytes(text));
        assertThat(answer.value()).isNull();
        assertThat(Base64.getDecoder().decode(answer.valueBase64())).isEqualTo(bytes(text));
    }

    @Test
    void bytesThatAreNoTextAreShownToo() {
        byte[] value = {(byte) 0xff, 0, (byte) 0xc3, '{'};
        assertThat(Base64.getDecoder().decode(whole(value).valueBase64())).isEqualTo(value);
    }

    @Test
    void withoutAValueThereIsNeither() {
        assertThat(whole(null).value()).isNull();
        assertThat(whole(null).valueBase64()).isNull();
    }

    @Test
    void aRecordOfAnotherProgramWithoutHeadersOrKeyIsStillDescribed() {
        DeadLetterAnswer answer = DeadLetterAnswer.whole(letter(null, null, Map.of()), Optional.empty());
        assertThat(answer.key()).isEmpty();
        assertThat(answer.cause()).isEqualTo("UNKNOWN");
        assertThat(answer.message()).isEmpty();
        assertThat(answer.origin()).isNull();
        assertThat(answer.mark()).isNull();
    }

    @Test
    void anOriginIsShownAsFarAsItIsKnown() {
        assertThat(letter(null, null, Map.of("origin-topic", "t")).origin()).contains("t");
        assertThat(letter(null, null, Map.of("origin-topic", "t", "origin-offset", "7"))
                        .origin())
                .contains("t@7");
        assertThat(letter(null, null, Map.of("origin-topic", "", "origin-partition", "1"))
                        .origin())
                .isEmpty();
    }

    @Test
    void aLetterBelongsToItsTaskAndNotToOneWhoseNameBeginsAlike() {
        StoredDeadLetter execution = letter("report:2026-11-18T05:00:00Z", null, Map.of());
        assertThat(execution.isOf("report")).isTrue();
        assertThat(execution.isOf("repo")).isFalse();
        assertThat(execution.isOf("report-2")).isFalse();
        assertThat(letter("report", null, Map.of()).isOf("report")).isTrue();
        assertThat(letter(null, null, Map.of()).isOf("report")).isFalse();
    }

    @Test
    void aHandledLetterNamesItsNewKeyOrWhyItWasRefused() {
        StoredDeadLetter letter = letter("report", null, HEADERS);
        DeadLetterAnswer.Handled replayed =
                DeadLetterAnswer.Handled.of(new ReplayResult(letter, "report:new", null), "replayed");
        assertThat(replayed)
                .isEqualTo(new DeadLetterAnswer.Handled("dead-letters-2@5", "report", "replayed", "report:new", null));
        assertThat(DeadLetterAnswer.Handled.of(new ReplayResult(letter, null, "it is a schedule"), "replayed"))
                .isEqualTo(new DeadLetterAnswer.Handled(
                        "dead-letters-2@5", "report", "refused", null, "it is a schedule"));
    }

    @Test
    void aMarkIsDescribedWithWhatIsKnownOfIt() {
        assertThat(new DeadLetterMark(Deed.REPLAYED, NOW, "ann", "fixed", "report:new").describe())
                .isEqualTo("replayed as report:new by ann: fixed");
        assertThat(new DeadLetterMark(Deed.DROPPED, NOW, null, null, null).describe())
                .isEqualTo("dropped");
    }
}
