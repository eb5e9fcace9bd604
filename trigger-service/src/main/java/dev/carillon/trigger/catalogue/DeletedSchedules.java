package dev.carillon.trigger.catalogue;

import dev.carillon.timing.state.ScheduleState;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Deleted schedules that still have a marker, the earliest deletion first. */
final class DeletedSchedules {
    private final TreeSet<Deletion> all = new TreeSet<>();

    private record Deletion(Instant at, String taskId) implements Comparable<Deletion> {
        @Override
        public int compareTo(Deletion other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : taskId.compareTo(other.taskId);
        }
    }

    void change(String taskId, @Nullable ScheduleState last, @Nullable ScheduleState next) {
        if (last != null && last.deleted() != null) {
            all.remove(new Deletion(last.deleted(), taskId));
        }
        if (next != null && next.deleted() != null) {
            all.add(new Deletion(next.deleted(), taskId));
        }
    }

    List<String> before(Instant time, int atMost) {
        return all.headSet(new Deletion(time, "")).stream()
                .limit(atMost)
                .map(Deletion::taskId)
                .toList();
    }
}
