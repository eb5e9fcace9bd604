package dev.carillon.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.work.Priority;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FetchRoomTest {
    private static final String URGENT = TestTasks.NAMES.tasks("default", Priority.URGENT);
    private static final String HIGH = TestTasks.NAMES.tasks("default", Priority.HIGH);
    private static final String LOW = TestTasks.NAMES.tasks("default", Priority.LOW);
    private static final String RELEASED = TestTasks.NAMES.released("default");
    private static final List<String> TOPICS = List.of(URGENT, HIGH, TestTasks.NORMAL, LOW, RELEASED);

    private static FetchRoom room(int buffer) {
        return new FetchRoom(buffer, 1_000_000, TOPICS, TestTasks.NAMES);
    }

    private static List<String> full(FetchRoom room, int records, long bytes) {
        room.holds(records, bytes);
        List<String> full = new ArrayList<>(TOPICS);
        full.removeIf(topic -> !room.isFull(topic));
        return full;
    }

    @Test
    void theFullerTheBufferTheMorePrioritiesWait() {
        FetchRoom room = room(1_000);
        assertThat(full(room, 799, 0)).isEmpty();
        assertThat(full(room, 800, 0)).containsExactly(LOW);
        assertThat(full(room, 900, 0)).containsExactly(TestTasks.NORMAL, LOW);
        assertThat(full(room, 950, 0)).containsExactly(HIGH, TestTasks.NORMAL, LOW);
        assertThat(full(room, 1_000, 0)).containsExactlyElementsOf(TOPICS);
    }

    @Test
    void bytesCountLikeRecords() {
        FetchRoom room = room(1_000);
        assertThat(full(room, 1, 799_999)).isEmpty();
        assertThat(full(room, 1, 800_000)).containsExactly(LOW);
        assertThat(full(room, 1, 1_000_000)).containsExactlyElementsOf(TOPICS);
        assertThat(room.isFilledBy(999_999)).isFalse();
        assertThat(room.isFilledBy(1_000_000)).isTrue();
    }

    @Test
    void onceFullAPriorityWaitsUntilThereIsRoomThatIsWorthAPoll() {
        FetchRoom room = room(1_000);
        assertThat(full(room, 800, 0)).containsExactly(LOW);
        assertThat(full(room, 551, 0)).containsExactly(LOW);
        assertThat(full(room, 550, 0)).isEmpty();
        assertThat(full(room, 799, 0)).isEmpty();
    }

    @Test
    void theSmallestBufferHasRoomForEachPriorityWhenItIsEmpty() {
        assertThat(full(room(1), 0, 0)).isEmpty();
        assertThat(full(room(1), 1, 0)).containsExactlyElementsOf(TOPICS);
    }
}
