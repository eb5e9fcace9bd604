package dev.carillon.worker.offset;

import dev.carillon.worker.wire.InputPartition;
import java.util.List;
import java.util.Map;

/** What one transaction commits; taken as a whole at one moment, so that its parts agree with each other. */
public record Batch(List<Settlement> settlements, Map<InputPartition, EncodedPoint> points, Membership membership) {
    public Batch {
        settlements = List.copyOf(settlements);
        points = Map.copyOf(points);
    }
}
