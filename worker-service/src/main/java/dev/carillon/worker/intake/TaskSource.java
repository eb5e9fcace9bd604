package dev.carillon.worker.intake;

import dev.carillon.worker.offset.Membership;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where tasks come from. Everything but {@link #wakeUp} belongs to one thread. */
public interface TaskSource {
    /** Hears of changes of the assignment, from within {@link #poll} and {@link #close}. */
    interface AssignmentListener {
        void assigned(Collection<InputPartition> partitions);

        /** They go to another worker when this returns; what is to be said of them must be said now. */
        void revoked(Collection<InputPartition> partitions);

        /** They have gone already. */
        void lost(Collection<InputPartition> partitions);
    }

    void open(AssignmentListener listener);

    /** Records that have arrived; newly assigned partitions bring none before they are first resumed. */
    List<Arrival> poll(Duration atMost);

    /** Fetches from all assigned partitions but these. */
    void pauseOnly(Set<InputPartition> partitions);

    Membership membership();

    /** What the group has stored of these; null when that can't be said right now. */
    @Nullable
    Map<InputPartition, Point> stored(Collection<InputPartition> partitions);

    /** Reads on from these points. */
    void seek(Map<InputPartition, Point> points);

    /** Ends a poll early. */
    void wakeUp();

    void close(Duration within);
}
