package dev.carillon.worker.offset;

import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.offset.Settlement.Fate;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settlements that are not committed yet, and the progress of all assigned partitions. One batch is under way at a
 * time; if its outcome is unknown, it stays in doubt until the committed points have been read back.
 */
public final class PendingSettlements {
    /** A larger transaction gains nothing and takes a second. */
    public static final int MAX_BATCH = 5_000;

    private final Map<InputPartition, PartitionProgress> assigned = new HashMap<>();
    private final SettledBacklog backlog = new SettledBacklog();
    private @Nullable CommitBatch underWay;
    private long underWayBytes;
    private final Consumer<RuntimeException> defects;
    private final Function<Settlement, List<OutgoingRecord>> substitute;

    /**
     * Starts without settlements and partitions.
     *
     * @param defects gets what a callback throws; the other callbacks still run
     * @param substitute gives the records for a settlement whose own can't be sent, so that it does not block the
     *     others
     */
    public PendingSettlements(
            Consumer<RuntimeException> defects, Function<Settlement, List<OutgoingRecord>> substitute) {
        this.defects = defects;
        this.substitute = substitute;
    }

    public void assign(Map<InputPartition, StoredPoint> points) {
        points.forEach((id, point) -> assigned.put(id, new PartitionProgress(id, point)));
    }

    /** All that refers to these partitions is stale from here on. */
    public void release(Collection<InputPartition> partitions) {
        for (InputPartition id : partitions) {
            PartitionProgress progress = assigned.remove(id);
            if (progress != null) {
                progress.release();
            }
        }
        dropStale();
    }

    private void dropStale() {
        backlog.takeStale().forEach(settlement -> callBack(settlement, Fate::dropped));
    }

    private void callBack(Settlement settlement, Consumer<Fate> callback) {
        try {
            callback.accept(settlement.fate());
        } catch (RuntimeException e) {
            // The callbacks behind it must run, or their claims would stay pending and their ends unreported.
            defects.accept(e);
        }
    }

    public @Nullable PartitionProgress progress(InputPartition id) {
        return assigned.get(id);
    }

    public Collection<PartitionProgress> assigned() {
        return assigned.values();
    }

    public void add(Settlement settlement) {
        if (settlement.isStale()) {
            callBack(settlement, Fate::dropped);
        } else {
            backlog.add(settlement);
        }
    }

    /** Settled and in no batch yet. */
    public int waiting() {
        return backlog.size();
    }

    /** Settled and not known to be committed. */
    public int uncommitted() {
        CommitBatch batch = underWay;
        return backlog.size() + (batch == null ? 0 : batch.settlements().size());
    }

    /** The bytes of their records, uncompressed. */
    public long uncommittedBytes() {
        return backlog.bytes() + underWayBytes;
    }

    /** Whether some partition has to be marked before anything of it may be fetched. */
    public boolean hasNew() {
        return assigned.values().stream().anyMatch(p -> p.mark() == Mark.CLEAN && p.isNew());
    }

    public boolean hasWork() {
        return backlog.size() > 0 || assigned.values().stream().anyMatch(p -> p.mark() == Mark.CLEAN);
    }

    /** The next batch, or null when there is nothing to commit; partitions not yet marked open are marked with it. */
    public @Nullable CommitBatch take(GroupMembership membership) {
        List<Settlement> taken = backlog.take();
        Set<PartitionProgress> touched = touchedBy(taken);
        assigned.values().stream().filter(p -> p.mark() == Mark.CLEAN).forEach(p -> {
            p.mark(Mark.OPENING);
            touched.add(p);
        });
        return begin(taken, membership, touched, PartitionProgress::openPoint);
    }

    /** The last batch before a hand-over: all partitions are marked clean, as no unfinished record was started. */
    public @Nullable CommitBatch takeClean(GroupMembership membership) {
        List<Settlement> taken = backlog.take();
        Set<PartitionProgress> all = touchedBy(taken);
        if (backlog.size() > 0) {
            // What is left was started: only the batch that leaves nothing may mark partitions clean.
            return begin(taken, membership, all, PartitionProgress::openPoint);
        }
        all.addAll(assigned.values());
        return begin(taken, membership, all, PartitionProgress::cleanPoint);
    }

    private @Nullable CommitBatch begin(
            List<Settlement> taken,
            GroupMembership membership,
            Set<PartitionProgress> touched,
            Function<PartitionProgress, StoredPoint> pointOf) {
        Map<InputPartition, EncodedPoint> points = new LinkedHashMap<>();
        for (PartitionProgress progress : touched) {
            EncodedPoint point = EncodedPoint.of(pointOf.apply(progress));
            if (point.fits()) {
                points.put(progress.id(), point);
            } else {
                postpone(taken, progress);
            }
        }
        if (taken.isEmpty() && points.isEmpty()) {
            return null;
        }
        CommitBatch batch = new CommitBatch(taken, points, membership);
        long bytes = taken.stream().mapToLong(Settlement::bytes).sum();
        underWay = batch;
        underWayBytes = bytes;
        return batch;
    }

    /**
     * Leaves out the settlements of a partition whose holes don't fit into the metadata; they wait until there are
     * fewer.
     */
    private void postpone(List<Settlement> taken, PartitionProgress progress) {
        for (Settlement settlement : List.copyOf(taken)) {
            RecordOffset place = settlement.place();
            if (place != null && place.partition() == progress) {
                progress.notDone(place.offset());
                taken.remove(settlement);
                backlog.add(settlement);
            }
        }
    }

    private static Set<PartitionProgress> touchedBy(List<Settlement> taken) {
        Set<PartitionProgress> touched = new HashSet<>();
        for (Settlement settlement : taken) {
            RecordOffset place = settlement.place();
            if (place != null) {
                place.partition().done(place.offset());
                touched.add(place.partition());
            }
        }
        return touched;
    }

    public void committed() {
        CommitBatch batch = underWay;
        underWay = null;
        underWayBytes = 0;
        if (batch == null) {
            return;
        }
        backlog.succeeded();
        batch.points().forEach((id, point) -> marked(id, point.point()));
        batch.settlements().forEach(settlement -> callBack(settlement, Fate::committed));
    }

    private void marked(InputPartition id, StoredPoint point) {
        PartitionProgress progress = assigned.get(id);
        if (progress == null) {
            return;
        }
        progress.stored(point);
        if (progress.mark() == Mark.OPENING && point.open()) {
            progress.mark(Mark.OPEN);
        }
    }

    /** The commit failed, or its outcome is unknown. */
    public void failed(Committer.Outcome outcome) {
        CommitBatch batch = underWay;
        if (batch != null) {
            backlog.failed(batch.settlements().size(), outcome);
        }
    }

    /** Resolves the batch in doubt by the stored points of the partitions that are still assigned. */
    public void resolve(Map<InputPartition, StoredPoint> stored) {
        CommitBatch batch = underWay;
        underWay = null;
        underWayBytes = 0;
        if (batch == null) {
            return;
        }
        for (InputPartition id : batch.points().keySet()) {
            PartitionProgress progress = assigned.get(id);
            if (progress != null && progress.mark() == Mark.OPENING) {
                // Marking it once more is cheap; starting without the mark is not safe.
                progress.mark(Mark.CLEAN);
            }
        }
        List<Settlement> again = new ArrayList<>();
        for (Settlement settlement : batch.settlements()) {
            resolve(settlement, stored, again);
        }
        if (backlog.isUnsendable()) {
            again.replaceAll(one -> one.with(substitute.apply(one)));
        }
        stored.forEach((id, point) -> {
            PartitionProgress progress = assigned.get(id);
            if (progress != null) {
                progress.stored(point);
            }
        });
        backlog.addFirst(again);
    }

    private void resolve(Settlement settlement, Map<InputPartition, StoredPoint> stored, List<Settlement> again) {
        RecordOffset place = settlement.place();
        if (place == null) {
            again.add(settlement); // If it is sent twice, the second record is late and changes nothing.
            return;
        }
        StoredPoint point = stored.get(place.partition().id());
        if (place.isStale() || point == null) {
            callBack(settlement, Fate::unknown);
        } else if (point.isDone(place.offset())) {
            callBack(settlement, Fate::committed);
        } else {
            place.partition().notDone(place.offset());
            again.add(settlement);
        }
    }
}
