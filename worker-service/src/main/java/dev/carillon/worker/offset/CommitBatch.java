package dev.carillon.worker.offset;

import dev.carillon.worker.wire.InputPartition;
import java.util.List;
import java.util.Map;

/** The content of one transaction, taken at one moment so that its parts agree with each other. */
public record CommitBatch(
        List<Settlement> settlements, Map<InputPartition, EncodedPoint> points, GroupMembership membership) {
    public CommitBatch {
        settlements = List.copyOf(settlements);
        points = Map.copyOf(points);
    }
}
