package dev.carillon.worker;

import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.StartGate;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.wire.InputPartition;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Decides which partitions are fetched from; a partition is paused until its earlier attempts are known, or while there
 * is no room.
 */
final class FetchControl {
    /** How many records one poll brings at most; a round of the loop polls several times. */
    static final int POLL = 100;

    /**
     * How many records of one partition may wait for their claims, if there are as many slots, before its fetching
     * pauses. Each commit claims as many as there are slots: without a limit the first of a dead worker's partitions
     * fills the buffer, and the last one waits until all others are claimed.
     */
    private static final int CLAIMS_AHEAD = 100;

    private final PendingSettlements settlements;
    private final FetchRoom room;
    private final HeldOverflow overflow;
    private final int hold;
    private final int claimsAhead;
    private final List<String> topics;
    private final Conditions conditions;
    private final Consumer<Set<Integer>> readEarlierAttempts;

    /** Assigned partitions whose stored offsets have not been read yet. */
    private final Set<InputPartition> newlyAssigned = new HashSet<>();
    /** How many times the earlier attempts of a partition number are being read; none is missing once all are. */
    private final Map<Integer, Integer> readingEarlier = new HashMap<>();

    private volatile boolean numbersDiffer;
    private boolean draining;
    /** Uncommitted results take up all bytes of the buffer: nothing starts until some are committed. */
    private volatile boolean resultsFillBuffer;

    /** What must hold before anything starts; called from any thread. */
    record Conditions(BooleanSupplier controlIsCaughtUp, BooleanSupplier clockIsRight) {
        StartGate gate() {
            return new StartGate(controlIsCaughtUp.getAsBoolean(), clockIsRight.getAsBoolean());
        }
    }

    /**
     * The fetch control of one worker.
     *
     * @param readEarlierAttempts begins to read which attempts of these partition numbers others have made
     */
    FetchControl(
            PendingSettlements settlements,
            FetchRoom room,
            HeldOverflow overflow,
            WorkerConfig config,
            List<String> topics,
            Conditions conditions,
            Consumer<Set<Integer>> readEarlierAttempts) {
        this.readEarlierAttempts = readEarlierAttempts;
        this.settlements = settlements;
        this.room = room;
        this.overflow = overflow;
        this.hold = config.hold();
        this.claimsAhead = Math.min(CLAIMS_AHEAD, config.concurrency());
        this.topics = topics;
        this.conditions = conditions;
    }

    StartGate gate() {
        StartGate gate = conditions.gate();
        return resultsFillBuffer ? new StartGate(false, gate.clockIsRight()) : gate;
    }

    /** Whether different partition numbers of the queue's topics are assigned; then nothing is fetched. */
    boolean numbersDiffer() {
        return numbersDiffer;
    }

    void drain() {
        draining = true;
    }

    void assigned(Collection<InputPartition> partitions) {
        newlyAssigned.addAll(partitions);
    }

    void unassigned(Collection<InputPartition> partitions) {
        newlyAssigned.removeAll(partitions);
    }

    /** Takes on newly assigned partitions once their stored offsets are known. */
    void adoptAssigned(TaskSource source) {
        if (newlyAssigned.isEmpty()) {
            return;
        }
        Map<InputPartition, StoredPoint> points = source.stored(newlyAssigned);
        if (points == null) {
            return;
        }
        source.seek(points);
        settlements.assign(points);
        Set<Integer> numbers = new TreeSet<>();
        newlyAssigned.forEach(id -> numbers.add(id.number()));
        newlyAssigned.clear();
        numbersDiffer = !numbersAgree();
        numbers.forEach(number -> readingEarlier.merge(number, 1, Integer::sum));
        readEarlierAttempts.accept(numbers);
    }

    private boolean numbersAgree() {
        Map<String, Set<Integer>> byTopic = new HashMap<>();
        topics.forEach(topic -> byTopic.put(topic, new HashSet<>()));
        settlements.assigned().forEach(p -> byTopic.computeIfAbsent(p.id().topic(), none -> new HashSet<>())
                .add(p.id().number()));
        return new HashSet<>(byTopic.values()).size() <= 1;
    }

    /** The earlier attempts of these partition numbers have been read, as far as possible. */
    void earlierAttemptsRead(Set<Integer> numbers) {
        numbers.forEach(
                number -> readingEarlier.computeIfPresent(number, (same, reads) -> reads == 1 ? null : reads - 1));
    }

    /** The assigned partitions, always in the same order. */
    List<PartitionProgress> partitions() {
        return settlements.assigned().stream()
                .sorted(Comparator.comparing(PartitionProgress::id))
                .toList();
    }

    /**
     * The partitions to pause. Requests a new mark for those that have used up theirs, and makes room where too many
     * tasks are held.
     *
     * @param ended how many attempts have ended and are not known to be committed
     * @param notSettled bytes of results that are built and not settled yet
     */
    Set<InputPartition> toPause(AttemptScheduler scheduler, int ended, long notSettled) {
        overflow.makeRoom();
        long endedBytes = notSettled + settlements.uncommittedBytes();
        resultsFillBuffer = room.isFilledBy(endedBytes);
        room.holds(scheduler.unfinished() + ended, scheduler.bytes() + endedBytes);
        boolean all =
                draining || numbersDiffer || !conditions.controlIsCaughtUp().getAsBoolean() || scheduler.held() >= hold;
        Set<InputPartition> paused = new HashSet<>(newlyAssigned);
        for (PartitionProgress partition : settlements.assigned()) {
            if (all
                    || room.isFull(partition.id().topic())
                    || hasEnoughClaims(partition, scheduler)
                    || mustWait(partition)) {
                paused.add(partition.id());
            }
        }
        return paused;
    }

    private boolean hasEnoughClaims(PartitionProgress partition, AttemptScheduler scheduler) {
        return partition.isDoubtful() && scheduler.toClaim(partition) >= claimsAhead;
    }

    private boolean mustWait(PartitionProgress partition) {
        if (partition.mark() != Mark.OPEN
                || partition.isFull()
                || readingEarlier.containsKey(partition.id().number())) {
            return true;
        }
        boolean markUsedUp = partition.exceedsMark(POLL);
        if (markUsedUp) {
            partition.requestNewMark();
        }
        return markUsedUp;
    }
}
