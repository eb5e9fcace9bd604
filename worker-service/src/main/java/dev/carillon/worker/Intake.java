package dev.carillon.worker;

import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.execution.Workbench;
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
    /** How many records one poll brings at most. */
    static final int POLL = 100;

    private final Settlements settlements;
    private final int buffer;
    private final int hold;
    private final List<String> topics;
    private final Conditions conditions;

    /** Assigned, but how far others had come is not known yet. */
    private final Set<InputPartition> arriving = new HashSet<>();
    /** Numbers whose earlier attempts are being read. */
    private final Set<Integer> remembering = new HashSet<>();

    private volatile boolean numbersDiffer;
    private boolean draining;

    /**
     * What must hold before anything starts.
     *
     * @param remember begins to read the attempts of these partition numbers that were made elsewhere
     */
    record Conditions(BooleanSupplier controlIsKnown, BooleanSupplier clockIsRight, Consumer<Set<Integer>> remember) {}

    Intake(Settlements settlements, WorkerConfig config, List<String> topics, Conditions conditions) {
        this.settlements = settlements;
        this.buffer = config.buffer();
        this.hold = config.hold();
        this.topics = topics;
        this.conditions = conditions;
    }

    Gate gate() {
        return new Gate(
                conditions.controlIsKnown().getAsBoolean(),
                conditions.clockIsRight().getAsBoolean());
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
        conditions.remember().accept(numbers);
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

    /** The partitions in hand, always in the same order. */
    List<PartitionProgress> partitions() {
        return settlements.assigned().stream()
                .sorted(Comparator.comparing(PartitionProgress::id))
                .toList();
    }

    /** What may come of one partition before the next commit; a second share, as what a commit has done still counts. */
    int mayFetchMore() {
        return 2 * share() + POLL;
    }

    /** What one partition may have in hand, so that one busy one leaves room for the others. */
    private int share() {
        int partitions = Math.max(1, settlements.assigned().size());
        return Math.max(Math.min(buffer, 64), buffer / partitions);
    }

    /** The partitions to fetch nothing from just now; those that only need a larger promise are marked anew. */
    Set<InputPartition> toPause(Workbench workbench, int uncommitted) {
        boolean all = draining
                || numbersDiffer
                || !conditions.controlIsKnown().getAsBoolean()
                || workbench.held() >= hold
                || workbench.inHand() + uncommitted >= buffer;
        Set<InputPartition> paused = new HashSet<>(arriving);
        for (PartitionProgress partition : settlements.assigned()) {
            InputPartition id = partition.id();
            boolean busy = partition.inHand() >= share() + workbench.held() || partition.isFull();
            if (all || busy || partition.mark() != Mark.OPEN || remembering.contains(id.number())) {
                paused.add(id);
            } else if (partition.isAtPromise(POLL)) {
                partition.mark(Mark.CLEAN);
                paused.add(id);
            }
        }
        return paused;
    }
}
