package dev.carillon.worker.offset;

import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.offset.Settlement.Fate;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.Outgoing;
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
 * What is settled and not yet committed, and the progress of all assigned partitions. One batch is under way at a time;
 * one whose outcome is unknown stays in doubt until the committed points have been read back.
 */
public final class Settlements {
    /** A larger transaction gains nothing and takes a second. */
    public static final int MAX_BATCH = 5_000;

    private final Map<InputPartition, PartitionProgress> assigned = new HashMap<>();
    private final Backlog backlog = new Backlog();
    private @Nullable Batch underWay;
    private long underWayBytes;
    private final Consumer<RuntimeException> defects;
    private final Function<Settlement, List<Outgoing>> lastResort;

    /**
     * Settlements of nothing yet.
     *
     * @param defects hears of a fate that throws; the others go on
     * @param lastResort what to send for a settlement whose records can't be sent, so that it stops nothing
     */
    public Settlements(Consumer<RuntimeException> defects, Function<Settlement, List<Outgoing>> lastResort) {
        this.defects = defects;
        this.lastResort = lastResort;
    }

    public void assign(Map<InputPartition, Point> points) {
        points.forEach((id, point) -> assigned.put(id, new PartitionProgress(id, point)));
    }

    /** Whatever refers to these partitions is stale from here on. */
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
        backlog.takeStale().forEach(settlement -> tell(settlement, Fate::dropped));
    }

    private void tell(Settlement settlement, Consumer<Fate> word) {
        try {
            word.accept(settlement.fate());
        } catch (RuntimeException e) {
            // Those behind it must hear theirs: claims would be pending for ever, and ends unsaid.
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
            tell(settlement, Fate::dropped);
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
        Batch batch = underWay;
        return backlog.size() + (batch == null ? 0 : batch.settlements().size());
    }

    /** What their records take, uncompressed. */
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
    public @Nullable Batch take(Membership membership) {
        List<Settlement> taken = backlog.take();
        Set<PartitionProgress> touched = touchedBy(taken);
        assigned.values().stream().filter(p -> p.mark() == Mark.CLEAN).forEach(p -> {
            p.mark(Mark.OPENING);
            touched.add(p);
        });
        return begin(taken, membership, touched, PartitionProgress::openPoint);
    }

    /** The last batch before a hand-over: all partitions are marked clean, as nothing of them runs on. */
    public @Nullable Batch takeClean(Membership membership) {
        List<Settlement> taken = backlog.take();
        Set<PartitionProgress> all = touchedBy(taken);
        if (backlog.size() > 0) {
            // What is left was started: only the batch that leaves nothing may say that nothing was.
            return begin(taken, membership, all, PartitionProgress::openPoint);
        }
        all.addAll(assigned.values());
        return begin(taken, membership, all, PartitionProgress::cleanPoint);
    }

    private @Nullable Batch begin(
            List<Settlement> taken,
            Membership membership,
            Set<PartitionProgress> touched,
            Function<PartitionProgress, Point> pointOf) {
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
        Batch batch = new Batch(taken, points, membership);
        long bytes = taken.stream().mapToLong(Settlement::bytes).sum();
        underWay = batch;
        underWayBytes = bytes;
        return batch;
    }

    /** Its holes don't fit into the metadata just now: what is settled of it waits until there are fewer. */
    private void postpone(List<Settlement> taken, PartitionProgress progress) {
        for (Settlement settlement : List.copyOf(taken)) {
            Place place = settlement.place();
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
            Place place = settlement.place();
            if (place != null) {
                place.partition().done(place.offset());
                touched.add(place.partition());
            }
        }
        return touched;
    }

    public void committed() {
        Batch batch = underWay;
        underWay = null;
        underWayBytes = 0;
        if (batch == null) {
            return;
        }
        backlog.succeeded();
        batch.points().forEach((id, point) -> marked(id, point.point()));
        batch.settlements().forEach(settlement -> tell(settlement, Fate::committed));
    }

    private void marked(InputPartition id, Point point) {
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
        Batch batch = underWay;
        if (batch != null) {
            backlog.failed(batch.settlements().size(), outcome);
        }
    }

    /** Resolves the batch in doubt by what the group has stored of the partitions that are still assigned. */
    public void resolve(Map<InputPartition, Point> stored) {
        Batch batch = underWay;
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
            again.replaceAll(one -> one.with(lastResort.apply(one)));
        }
        stored.forEach((id, point) -> {
            PartitionProgress progress = assigned.get(id);
            if (progress != null) {
                progress.stored(point);
            }
        });
        backlog.addFirst(again);
    }

    private void resolve(Settlement settlement, Map<InputPartition, Point> stored, List<Settlement> again) {
        Place place = settlement.place();
        if (place == null) {
            again.add(settlement); // Said twice, the second time is late and changes nothing.
            return;
        }
        Point point = stored.get(place.partition().id());
        if (place.isStale() || point == null) {
            tell(settlement, Fate::unknown);
        } else if (point.isDone(place.offset())) {
            tell(settlement, Fate::committed);
        } else {
            place.partition().notDone(place.offset());
            again.add(settlement);
        }
    }
}
