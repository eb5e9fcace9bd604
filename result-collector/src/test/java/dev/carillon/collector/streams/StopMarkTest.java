package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopMarkTest {
    @Test
    void tellsAKilledRunFromOneThatStopped(@TempDir Path dir) throws IOException {
        Path state = dir.resolve("state");
        assertThat(new StopMark(state).started()).as("first start").isFalse();
        StopMark second = new StopMark(state);
        assertThat(second.started()).as("after a kill").isTrue();
        second.stopped();
        assertThat(new StopMark(state).started()).as("after a stop").isFalse();
    }
}
