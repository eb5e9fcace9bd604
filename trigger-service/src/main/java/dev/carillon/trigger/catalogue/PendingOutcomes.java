package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.trigger.definition.InputRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes that no committed slice has applied yet, in a queue for each partition. An outcome that matters to no
 * schedule is dropped, and the next slice of any kind moves the position past it. Behind a queued outcome every later
 * one is queued too, because the slice that applies the first may make it matter.
 */
public final class PendingOutcomes {
    /** At either limit, reading pauses until the leader has applied some. */
    private static final int MAX_RECORDS = 50_000;

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    /** Empty while this instance doesn't lead, and while no schedule can wait for an outcome. */
    private List<Queue> queues = List.of();

    private int waiting;
    private long bytes;

    private static final class Queue {
        final Deque<InputRecord> records = new ArrayDeque<>();
        long read;

        Queue(long from) {
            read = from;
        }

        long position() {
            InputRecord first = records.peek();
            return first == null ? read : first.offset();
        }
    }

    /** Drops all and starts at these positions, one for each partition; an empty list stops reading. */
    void follow(List<Long> from) {
        queues = from.stream().map(Queue::new).toList();
        waiting = 0;
        bytes = 0;
    }

    public boolean isFollowed() {
        return !queues.isEmpty();
    }

    /**
     * Takes in an outcome, unless it was read before.
     *
     * @param matters whether an outcome with this key may change a schedule
     */
    void read(InputRecord record, Predicate<byte @Nullable []> matters) {
        if (record.partition() >= queues.size()) {
            return;
        }
        Queue queue = queues.get(record.partition());
        if (record.offset() < queue.read) {
            return;
        }
        queue.read = record.offset() + 1;
        if (!queue.records.isEmpty() || matters.test(record.key())) {
            queue.records.add(record);
            waiting++;
            bytes += record.size();
        }
    }

    /** Everything below this offset has been read. */
    void readUpTo(int partition, long position) {
        if (partition < queues.size()) {
            Queue queue = queues.get(partition);
            queue.read = Math.max(queue.read, position);
        }
    }

    /** The next offset of each partition that is not applied; dropped outcomes count as applied. */
    public List<Long> positions() {
        List<Long> positions = new ArrayList<>(queues.size());
        queues.forEach(queue -> positions.add(queue.position()));
        return List.copyOf(positions);
    }

    /** Everything below this offset of a partition has been read. */
    public long readUpTo(int partition) {
        return queues.get(partition).read;
    }

    /**
     * The positions of a slice that applies no outcome, which moves past those dropped. Empty while no outcomes are
     * followed, so that they are followed from the ends of the topic later, and not from positions of last week.
     */
    public InputPositions readOn(InputPositions from) {
        return new InputPositions(from.schedules(), from.calendars(), from.control(), positions());
    }

    /** Removes the outcomes below these positions, which a committed slice has applied. */
    void appliedBelow(List<Long> positions) {
        for (int partition = 0; partition < Math.min(queues.size(), positions.size()); partition++) {
            Queue queue = queues.get(partition);
            long position = positions.get(partition);
            for (InputRecord first = queue.records.peek();
                    first != null && first.offset() < position;
                    first = queue.records.peek()) {
                bytes -= first.size();
                waiting--;
                queue.records.remove();
            }
            queue.read = Math.max(queue.read, position);
        }
    }

    public boolean isEmpty() {
        return waiting == 0;
    }

    public boolean isFull() {
        return waiting >= MAX_RECORDS || bytes >= MAX_BYTES;
    }

    /** The outcomes of one partition in order; none is removed. */
    public Iterator<InputRecord> look(int partition) {
        return queues.get(partition).records.iterator();
    }
}
