package dev.carillon.benchmarks.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TickBookTest {
    private static final int SCHEDULES = 3;
    private static final Instant ZERO = Instant.parse("2026-11-18T06:00:00Z");

    private final TickBook book = new TickBook(SCHEDULES);

    @Test
    void theLatestTickOfASpanIsTheOneThatWasSeenLast() {
        allTick(1, 3);
        allTick(2, 5);
        book.add(0, second(3), second(3).plusMillis(4), second(3).plusMillis(40));
        book.add(1, second(3), second(3).plusMillis(250), second(3).plusMillis(260));
        book.add(2, second(3), second(3).plusMillis(6), second(3).plusMillis(300));

        assertThat(book.latest(ZERO, second(3))).isEqualTo(300);
        assertThat(book.latest(ZERO, second(2))).isEqualTo(6);
        assertThat(book.latest(second(3), second(3))).isZero();
    }

    @Test
    void aTickThatNeverCameIsLostAndLateWithoutEnd() {
        allTick(1, 3);
        book.add(0, second(2), second(2).plusMillis(3), second(2).plusMillis(3));
        allTick(3, 3);

        assertThat(book.lost(ZERO, second(3))).isEqualTo(2);
        assertThat(book.lost(ZERO, second(1))).isZero();
        assertThat(book.lost(second(3), second(5))).isEqualTo(2 * SCHEDULES);
        assertThat(book.latest(ZERO, second(3))).isInfinite();
        assertThat(book.completeSince(ZERO)).isEqualTo(second(1));
    }

    @Test
    void aTickThatCameTwiceIsDoubledAndMakesUpForNoOther() {
        book.add(0, second(1), second(1), second(1));
        book.add(0, second(1), second(1), second(1));
        book.add(1, second(1), second(1), second(1));

        assertThat(book.doubled()).isEqualTo(1);
        assertThat(book.lost(ZERO, second(1))).isEqualTo(1);
    }

    @Test
    void theFirstTickAfterAMomentIsFoundWithinASecondThatBeganBefore() {
        book.add(0, second(1), second(1).plusMillis(2), second(1).plusMillis(3));
        book.add(1, second(1), second(1).plusMillis(600), second(1).plusMillis(700));
        book.add(2, second(1), second(1).plusMillis(900), second(1).plusMillis(900));

        assertThat(book.firstAfter(second(1).plusMillis(100)))
                .isEqualTo(second(1).plusMillis(700));
        assertThat(book.firstAfter(second(1).plusMillis(900))).isEqualTo(Instant.MAX);
    }

    private void allTick(int second, int late) {
        for (int i = 0; i < SCHEDULES; i++) {
            book.add(
                    i,
                    second(second),
                    second(second).plusMillis(late),
                    second(second).plusMillis(late + 1));
        }
    }

    private static Instant second(int second) {
        return ZERO.plusSeconds(second);
    }
}
