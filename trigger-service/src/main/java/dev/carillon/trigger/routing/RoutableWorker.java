package dev.carillon.trigger.routing;

import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.WorkerState;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A worker as its newest heartbeat describes it.
 *
 * @param heartbeatOffset if two workers list the same partition, the later heartbeat wins
 * @param runningOrReady tasks that run, or wait for a free slot
 * @param held tasks that wait for their instant
 * @param cpu its process's share of the machine; 0 if unknown
 * @param taskMillis how long an attempt takes a slot; 0 if unknown
 */
@RecordBuilder
public record RoutableWorker(
        String id,
        long heartbeatOffset,
        Set<String> queues,
        Set<String> types,
        int weight,
        int capacity,
        long runningOrReady,
        long held,
        double cpu,
        double taskMillis,
        List<Held> partitions) {
    /** The position of a partition when a worker of an older version reports none. */
    static final long UNKNOWN = -1;

    /** A partition assigned to the worker, and the offset of the next record that it will fetch there. */
    public record Held(String topic, int number, long position) {}

    static RoutableWorker of(String id, long heartbeatOffset, Heartbeat beat) {
        Heartbeat.Load load = beat.load();
        return RoutableWorkerBuilder.builder()
                .id(id)
                .heartbeatOffset(heartbeatOffset)
                .queues(Set.copyOf(beat.queues()))
                .types(Set.copyOf(beat.types()))
                .weight(load.weight())
                .capacity( // A draining worker starts nothing, so it must not be chosen.
                        beat.state() == WorkerState.DRAINING ? 0 : load.capacity())
                .runningOrReady(load.running() + (load.fetched() == null ? 0 : load.fetched()))
                .held(load.held())
                .cpu(load.cpu() == null ? 0 : load.cpu())
                .taskMillis(load.taskMillis() == null ? 0 : load.taskMillis())
                .partitions(partitions(beat))
                .build();
    }

    private static List<Held> partitions(Heartbeat beat) {
        boolean hasPositions = beat.positions().size() == beat.partitions().size();
        List<Held> partitions = new ArrayList<>();
        for (int i = 0; i < beat.partitions().size(); i++) {
            String name = beat.partitions().get(i);
            int hyphen = name.lastIndexOf('-');
            String number = name.substring(hyphen + 1);
            if (hyphen > 0 && number.matches("[0-9]{1,5}")) {
                long position = hasPositions ? beat.positions().get(i) : UNKNOWN;
                partitions.add(new Held(name.substring(0, hyphen), Integer.parseInt(number), position));
            }
        }
        return List.copyOf(partitions);
    }
}
