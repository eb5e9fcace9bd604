package dev.carillon.kit.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatedMessagesTest {
    private final RepeatedMessages<String> repeats = new RepeatedMessages<>(10_000, 2);

    @Test
    void theSameIsNewOncePerWindow() {
        assertThat(repeats.isNew("a", "first", 0)).isTrue();
        assertThat(repeats.isNew("a", "second", 1)).isFalse();
        assertThat(repeats.isNew("b", "other", 2)).isTrue();
        assertThat(repeats.isNew("a", "third", 9_999)).isFalse();
        assertThat(repeats.endWindows(10_000)).containsExactly(new RepeatedMessages.Held<>("first", 2));
        assertThat(repeats.isNew("a", "fourth", 10_000)).isTrue();
    }

    @Test
    void whatCameOnceNeedsNoSummary() {
        repeats.isNew("a", "first", 0);
        assertThat(repeats.endWindows(20_000)).isEmpty();
    }

    @Test
    void whenFullNothingIsLost() {
        repeats.isNew("a", "first", 0);
        repeats.isNew("b", "first", 0);
        assertThat(repeats.isNew("c", "first", 0)).isTrue();
        assertThat(repeats.isNew("c", "second", 0)).isTrue();
    }

    @Test
    void clockSetBackEndsTheWindow() {
        repeats.isNew("a", "first", 1_000_000);
        repeats.isNew("a", "second", 1_000_000);
        assertThat(repeats.endWindows(5)).containsExactly(new RepeatedMessages.Held<>("first", 1));
    }
}
