package dev.carillon.worker.intake;

import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Supplies task records. Everything but {@link #wakeUp} belongs to one thread. */
public interface TaskSource {
    /** Called when the assignment changes, from within {@link #poll} and {@link #close}. */
    interface AssignmentListener {
        void assigned(Collection<InputPartition> partitions);

        /** They go to another worker when this returns; their results must be committed before. */
        void revoked(Collection<InputPartition> partitions);

        /** They belong to another worker already. */
        void lost(Collection<InputPartition> partitions);
    }

    void open(AssignmentListener listener);

    /** Records that have arrived; newly assigned partitions bring none before they are first resumed. */
    List<PolledRecord> poll(Duration atMost);

    /** Fetches from all assigned partitions but these. */
    void pauseOnly(Set<InputPartition> partitions);

    GroupMembership membership();

    /** The stored points of these partitions; null if they can't be read right now. */
    @Nullable
    Map<InputPartition, StoredPoint> stored(Collection<InputPartition> partitions);

    /** Reads on from these points. */
    void seek(Map<InputPartition, StoredPoint> points);

    /** Ends a poll early. */
    void wakeUp();

    void close(Duration within);
}
