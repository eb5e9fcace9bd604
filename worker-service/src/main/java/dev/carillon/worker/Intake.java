package dev.carillon.worker;

import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.offset.Settlements;
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

/** Which partitions may be fetched from, and which have to wait: for their past to be known, or for room. */
final class Intake {
    /** How many records one poll brings at most; several polls make a unit of work. */
    static final int POLL = 100;

    /**
     * No more of one partition than this, or than there are slots, wait to be claimed before its fetching rests. Each commit
     * claims as many as there are slots: without a bound the first of a dead worker's partitions fills the buffer, and the last
     * one rests until all others are claimed.
     */
    private static final int CLAIMS_AHEAD = 100;

    /** Fetching that had to rest goes on when there is room for so many, or for a quarter of the buffer. */
    private static final int ROOM_TO_GO_ON = 250;

    private final Settlements settlements;
    private final int buffer;
    private final long bufferBytes;
    private final int hold;
    private final int claimsAhead;
    private final List<String> topics;
    private final Conditions conditions;
    private final Consumer<Set<Integer>> remember;

    /** Assigned, but how far others had come is not known yet. */
    private final Set<InputPartition> arriving = new HashSet<>();
    /** Numbers whose earlier attempts are being read. */
    private final Set<Integer> remembering = new HashSet<>();

    private volatile boolean numbersDiffer;
    private boolean draining;
    private boolean resting;
    /** What has ended and is not committed takes as much as may be: nothing starts until some of it is. */
    private volatile boolean endedIsFull;

    /** What must hold before anything starts; asked from any thread. */
    record Conditions(BooleanSupplier controlIsKnown, BooleanSupplier clockIsRight) {
        Gate gate() {
            return new Gate(controlIsKnown.getAsBoolean(), clockIsRight.getAsBoolean());
        }
    }

    /**
     * The intake of one worker.
     *
     * @param remember begins to read the attempts of these partition numbers that were made elsewhere
     */
    Intake(
            Settlements settlements,
            WorkerConfig config,
            List<String> topics,
            Conditions conditions,
            Consumer<Set<Integer>> remember) {
        this.remember = remember;
        this.settlements = settlements;
        this.buffer = config.buffer();
        this.bufferBytes = config.bufferBytes();
        this.hold = config.hold();
        this.claimsAhead = Math.min(CLAIMS_AHEAD, config.concurrency());
        this.topics = topics;
        this.conditions = conditions;
    }

    Gate gate() {
        Gate gate = conditions.gate();
        return endedIsFull ? new Gate(false, gate.clockIsRight()) : gate;
    }

    /** Whether the worker got unequal partition numbers of its topics, and therefore starts nothing. */
    boolean numbersDiffer() {
        return numbersDiffer;
    }

    void drain() {
        draining = true;
    }

    void arriving(Collection<InputPartition> partitions) {
        arriving.addAll(partitions);
    }

    void gone(Collection<InputPartition> partitions) {
        arriving.removeAll(partitions);
    }

    /** Takes newly assigned partitions on once the group has said how far they had come. */
    void welcome(TaskSource source) {
        if (arriving.isEmpty()) {
            return;
        }
        Map<InputPartition, Point> points = source.stored(arriving);
        if (points == null) {
            return;
        }
        source.seek(points);
        settlements.assign(points);
        Set<Integer> numbers = new TreeSet<>();
        arriving.forEach(id -> numbers.add(id.number()));
        arriving.clear();
        numbersDiffer = !numbersAgree();
        remembering.addAll(numbers);
        remember.accept(numbers);
    }

    private boolean numbersAgree() {
        Map<String, Set<Integer>> byTopic = new HashMap<>();
        topics.forEach(topic -> byTopic.put(topic, new HashSet<>()));
        settlements.assigned().forEach(p -> byTopic.computeIfAbsent(p.id().topic(), none -> new HashSet<>())
                .add(p.id().number()));
        return new HashSet<>(byTopic.values()).size() <= 1;
    }

    /** The attempts of these numbers that others made are known now, as far as they will be. */
    void remembered(Set<Integer> numbers) {
        remembering.removeAll(numbers);
    }

    /** The assigned partitions, always in the same order. */
    List<PartitionProgress> partitions() {
        return settlements.assigned().stream()
                .sorted(Comparator.comparing(PartitionProgress::id))
                .toList();
    }

    /** Whether as much is fetched as the worker may have, in number or in bytes. */
    private boolean isFull(AttemptScheduler scheduler, int ended, long endedBytes) {
        int room = buffer - scheduler.inHand() - ended;
        long roomBytes = bufferBytes - scheduler.bytes() - endedBytes;
        // Once it is full, it rests until a poll is worth its while.
        int wanted = resting ? Math.min(ROOM_TO_GO_ON, Math.max(1, buffer / 4)) : 1;
        resting = room < wanted || roomBytes <= 0;
        return resting;
    }

    /**
     * The partitions from which nothing is fetched for now. Has a new promise made for those that have used theirs up.
     *
     * @param ended how many attempts have ended and are not known to be committed
     * @param notSettled bytes of results that are made and not taken to what is to be committed
     */
    Set<InputPartition> toPause(AttemptScheduler scheduler, int ended, long notSettled) {
        long endedBytes = notSettled + settlements.uncommittedBytes();
        endedIsFull = endedBytes >= bufferBytes;
        boolean all = draining
                || numbersDiffer
                || !conditions.controlIsKnown().getAsBoolean()
                || scheduler.held() >= hold
                || isFull(scheduler, ended, endedBytes);
        Set<InputPartition> paused = new HashSet<>(arriving);
        for (PartitionProgress partition : settlements.assigned()) {
            if (all || hasClaimsEnough(partition, scheduler) || mustWait(partition)) {
                paused.add(partition.id());
            }
        }
        return paused;
    }

    private boolean hasClaimsEnough(PartitionProgress partition, AttemptScheduler scheduler) {
        return partition.isDoubtful() && scheduler.toClaim(partition) >= claimsAhead;
    }

    private boolean mustWait(PartitionProgress partition) {
        if (partition.mark() != Mark.OPEN
                || partition.isFull()
                || remembering.contains(partition.id().number())) {
            return true;
        }
        boolean atPromise = partition.isAtPromise(POLL);
        if (atPromise) {
            partition.promiseAnew();
        }
        return atPromise;
    }
}
