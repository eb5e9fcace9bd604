package dev.carillon.worker;

import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.CommitBatch;
import dev.carillon.worker.offset.Committer.Outcome;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue's partitions, its group's offsets and what was committed, all in memory. */
final class FakeQueue {
    private final Map<InputPartition, List<PolledRecord>> logs = new HashMap<>();
    private final Map<InputPartition, StoredPoint> stored = new HashMap<>();
    private final Set<PolledRecord> deleted = new HashSet<>();
    private final List<OutgoingRecord> committed = new ArrayList<>();
    private final Deque<Trouble> troubles = new ArrayDeque<>();
    private int generation;
    private int commits;

    /** What may happen to a commit. */
    enum Trouble {
        NONE,
        REFUSED,
        /** It succeeds, but its answer is lost. */
        ANSWER_LOST
    }

    /** A member as of one generation. */
    record Member(int generation) implements GroupMembership {}

    void append(PolledRecord arrival) {
        log(arrival.source()).add(arrival);
    }

    private List<PolledRecord> log(InputPartition id) {
        return logs.computeIfAbsent(id, none -> new ArrayList<>());
    }

    long end(InputPartition id) {
        return log(id).size();
    }

    List<PolledRecord> read(InputPartition id, long from, int atMost) {
        List<PolledRecord> log = log(id);
        int start = (int) Math.min(from, log.size());
        return log.subList(start, Math.min(log.size(), start + atMost)).stream()
                .filter(arrival -> !deleted.contains(arrival))
                .toList();
    }

    /** As retention does: the record is gone, and the others keep their offsets. */
    void delete(InputPartition id, int offset) {
        deleted.add(log(id).get(offset));
    }

    StoredPoint stored(InputPartition id) {
        return stored.getOrDefault(id, StoredPoint.untouched(0));
    }

    /** The group has other members now: commits of the earlier generation are refused. */
    int nextGeneration() {
        return ++generation;
    }

    void nextCommit(Trouble trouble) {
        troubles.add(trouble);
    }

    Outcome commit(CommitBatch batch) {
        Trouble trouble = troubles.isEmpty() ? Trouble.NONE : troubles.remove();
        boolean stale = !batch.points().isEmpty()
                && batch.membership() instanceof Member member
                && member.generation() != generation;
        if (stale || trouble == Trouble.REFUSED) {
            return Outcome.IN_DOUBT;
        }
        commits++;
        // As it would come back from a broker.
        batch.points()
                .forEach((id, point) ->
                        stored.put(id, PointCodec.decode(point.point().position(), point.metadata())));
        for (Settlement settlement : batch.settlements()) {
            committed.addAll(settlement.records());
        }
        return trouble == Trouble.ANSWER_LOST ? Outcome.IN_DOUBT : Outcome.COMMITTED;
    }

    /** How many commits succeeded. */
    int commits() {
        return commits;
    }

    List<OutgoingRecord> committed() {
        return committed;
    }

    /** The keys of committed records of one kind, in order. */
    List<String> keys(String topic, String kind) {
        return committed.stream()
                .filter(record -> record.topic().equals(topic))
                .filter(record -> kind.equals(header(record, Headers.KIND)))
                .map(record -> text(record.key()))
                .toList();
    }

    /** The keys of the outcomes, in order. */
    List<String> outcomes() {
        return committed.stream()
                .filter(record -> record.topic().equals(TestTasks.NAMES.outcomes()))
                .map(record -> text(record.key()))
                .toList();
    }

    /** The results of executions whose outcome their worker wrote. */
    List<String> settled() {
        return committed.stream()
                .filter(record -> record.topic().equals(TestTasks.NAMES.results()))
                .filter(record -> !header(record, Headers.SETTLED).isEmpty())
                .map(record -> text(record.key()))
                .toList();
    }

    static String header(OutgoingRecord record, String name) {
        return record.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(header -> text(header.value()))
                .findFirst()
                .orElse("");
    }

    static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
