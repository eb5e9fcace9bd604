package dev.carillon.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares Carillon's reading and writing of instants with the JDK's. */
class InstantsTest {
    private static final int INSTANTS = 200_000;
    private static final long SECONDS = Instants.MAX.getEpochSecond() - Instants.MIN.getEpochSecond() + 1;

    @Test
    void everyInstantIsSpelledAsTheJdkSpellsItAndReadBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < INSTANTS; i++) {
            long second = Instants.MIN.getEpochSecond() + Math.floorMod(random.nextLong(), SECONDS);
            int nano =
                    switch (random.nextInt(4)) {
                        case 0 -> 0;
                        case 1 -> random.nextInt(1_000) * 1_000_000;
                        case 2 -> random.nextInt(1_000_000) * 1_000;
                        default -> random.nextInt(1_000_000_000);
                    };
            same(Instant.ofEpochSecond(second, nano), "seed " + seed);
        }
    }

    @Test
    void everyDayOfFourCenturiesAndTheEndsOfTimeAreSpelledAsTheJdkSpellsThem() {
        for (Instant day = Instant.parse("1799-12-28T23:59:59.999Z");
                day.isBefore(Instant.parse("2200-03-02T00:00:00Z"));
                day = day.plusSeconds(86_400)) {
            same(day, "each day");
        }
        same(Instants.MIN, "first");
        same(Instants.MAX, "last");
        same(Instant.EPOCH, "epoch");
        same(Instant.EPOCH.minusNanos(1), "before epoch");
        assertThatThrownBy(() -> Instants.write(Instants.MAX.plusNanos(1), new byte[100], 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Instants.write(Instants.MIN.minusNanos(1), new byte[100], 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void same(Instant instant, String where) {
        byte[] bytes = new byte[Instants.MAX_LENGTH + 4];
        int end = Instants.write(instant, bytes, 2);
        assertThat(new String(bytes, 2, end - 2, StandardCharsets.US_ASCII))
                .as(where)
                .isEqualTo(instant.toString());
        assertThat(Instants.canonical(bytes, 2, end)).as(where).isEqualTo(instant);
    }

    @Test
    void anyTextIsCanonicalExactlyIfTheJdkSpellsItSo() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] alphabet = "0123456789-:TZ.+t ".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < INSTANTS; i++) {
            byte[] text = Instant.ofEpochSecond(
                            Instants.MIN.getEpochSecond() + Math.floorMod(random.nextLong(), SECONDS),
                            random.nextInt(3) * 1_000_000L)
                    .toString()
                    .getBytes(StandardCharsets.US_ASCII);
            for (int times = random.nextInt(3); times >= 0; times--) {
                text[random.nextInt(text.length)] = alphabet[random.nextInt(alphabet.length)];
            }
            String spelled = new String(text, StandardCharsets.US_ASCII);
            assertThat(Instants.canonical(text, 0, text.length))
                    .as("%s, seed %s", spelled, seed)
                    .isEqualTo(parsedIfCanonical(spelled));
        }
    }

    private static @Nullable Instant parsedIfCanonical(String text) {
        try {
            Instant instant = Instant.parse(text);
            return instant.toString().equals(text) ? instant : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-11-18T06:00:00",
                "2026-11-18T06:00:00z",
                "2026-11-18t06:00:00Z",
                "2026-11-18T06:00:00.Z",
                "2026-11-18T06:00:00.1Z",
                "2026-11-18T06:00:00.100000Z",
                "2026-11-18T06:00:00.000Z",
                "2026-11-18T06:00:00.1234567890Z",
                "2026-11-18T24:00:00Z",
                "2026-11-18T23:59:60Z",
                "2026-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "+10000-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "2026-11-18T06:00:00+00:00",
            })
    void isNotTheOneSpelling(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(Instants.canonical(bytes, 0, bytes.length)).isNull();
    }
}
