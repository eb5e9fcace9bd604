package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Heartbeat;
import dev.carillon.schemas.record.WorkerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A worker as his newest heartbeat shows him.
 *
 * @param heard the heartbeat's place in the order of all: of two who claim a partition, who said so last has it
 * @param inHand tasks that run or could, had they a slot
 * @param held tasks that wait for their instant
 * @param cpu his process's share of the machine; 0 where nobody knows
 * @param taskMillis how long an attempt takes a slot; 0 where nobody knows
 */
public record Worker(
        String id,
        long heard,
        Set<String> queues,
        Set<String> types,
        int weight,
        int capacity,
        long inHand,
        long held,
        double cpu,
        double taskMillis,
        List<Held> partitions) {
    /** Stands for the position of a partition of which a worker of an older version says nothing. */
    static final long UNKNOWN = -1;

    /** A partition that he has, and the offset of the next record that he will fetch there. */
    public record Held(String topic, int number, long position) {}

    static Worker of(String id, long heard, Heartbeat beat) {
        Heartbeat.Load load = beat.load();
        return new Worker(
                id,
                heard,
                Set.copyOf(beat.queues()),
                Set.copyOf(beat.types()),
                load.weight(),
                // Nobody is chosen who takes nothing any more.
                beat.state() == WorkerState.DRAINING ? 0 : load.capacity(),
                load.running() + (load.fetched() == null ? 0 : load.fetched()),
                load.held(),
                load.cpu() == null ? 0 : load.cpu(),
                load.taskMillis() == null ? 0 : load.taskMillis(),
                partitions(beat));
    }

    private static List<Held> partitions(Heartbeat beat) {
        boolean told = beat.positions().size() == beat.partitions().size();
        List<Held> partitions = new ArrayList<>();
        for (int i = 0; i < beat.partitions().size(); i++) {
            String name = beat.partitions().get(i);
            int hyphen = name.lastIndexOf('-');
            String number = name.substring(hyphen + 1);
            if (hyphen > 0 && number.matches("[0-9]{1,5}")) {
                long position = told ? beat.positions().get(i) : UNKNOWN;
                partitions.add(new Held(name.substring(0, hyphen), Integer.parseInt(number), position));
            }
        }
        return List.copyOf(partitions);
    }
}
