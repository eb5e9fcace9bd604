package dev.carillon.system.checker;

import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code results} says of each incarnation of a worker, partition by partition: its signs of life, and checks. */
final class Silences {
    /** Two checks at least this far apart, with no sign between them, prove that an incarnation is gone. */
    private static final Duration PROOF = Duration.ofSeconds(10);

    private record Place(int partition, WorkerRef worker) {}

    private final Map<Place, List<Instant>> signs = new HashMap<>();
    private final Map<Place, List<Instant>> checks = new HashMap<>();

    void sign(@Nullable WorkerRef worker, SeenRecord record) {
        note(signs, worker, record);
    }

    void check(@Nullable WorkerRef worker, SeenRecord record) {
        note(checks, worker, record);
    }

    private static void note(Map<Place, List<Instant>> notes, @Nullable WorkerRef worker, SeenRecord record) {
        if (worker != null) {
            notes.computeIfAbsent(new Place(record.partition(), worker), place -> new ArrayList<>())
                    .add(record.appended());
        }
    }

    /** Whether, after the claim and before the given instant, its worker was proven silent. */
    boolean provenBetween(ResultSeen claim, Instant end) {
        WorkerRef worker = claim.result().worker();
        if (worker == null) {
            return false;
        }
        Place place = new Place(claim.at().partition(), worker);
        List<Instant> asked = checks.getOrDefault(place, List.of()).stream()
                .filter(at -> !at.isBefore(claim.at().appended()) && !at.isAfter(end))
                .toList();
        return asked.stream().anyMatch(first -> asked.stream()
                .anyMatch(last -> !last.isBefore(first.plus(PROOF)) && silent(place, first, last)));
    }

    private boolean silent(Place place, Instant from, Instant to) {
        return signs.getOrDefault(place, List.of()).stream().noneMatch(at -> at.isAfter(from) && at.isBefore(to));
    }
}
