package dev.carillon.system.checker.read;

import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The signs of life of each incarnation of a worker, and the checks for it, by partition of {@code results}. */
public final class WorkerSilences {
    /** Two checks at least this far apart, without a sign of life between them, prove that an incarnation is dead. */
    private static final Duration PROOF = Duration.ofSeconds(10);

    private record Place(int partition, WorkerRef worker) {}

    private final Map<Place, List<Instant>> signs = new HashMap<>();
    private final Map<Place, List<Instant>> checks = new HashMap<>();

    void sign(@Nullable WorkerRef worker, SeenRecord record) {
        add(signs, worker, record);
    }

    void check(@Nullable WorkerRef worker, SeenRecord record) {
        add(checks, worker, record);
    }

    private static void add(Map<Place, List<Instant>> byPlace, @Nullable WorkerRef worker, SeenRecord record) {
        if (worker != null) {
            byPlace.computeIfAbsent(new Place(record.partition(), worker), place -> new ArrayList<>())
                    .add(record.appended());
        }
    }

    /** Whether checks between the claim and the instant prove that the worker was silent. */
    public boolean provenBetween(ResultSeen claim, Instant end) {
        WorkerRef worker = claim.result().worker();
        if (worker == null) {
            return false;
        }
        Place place = new Place(claim.at().partition(), worker);
        List<Instant> checked = checks.getOrDefault(place, List.of()).stream()
                .filter(at -> !at.isBefore(claim.at().appended()) && !at.isAfter(end))
                .toList();
        return checked.stream().anyMatch(first -> checked.stream()
                .anyMatch(last -> !last.isBefore(first.plus(PROOF)) && silent(place, first, last)));
    }

    private boolean silent(Place place, Instant from, Instant to) {
        return signs.getOrDefault(place, List.of()).stream().noneMatch(at -> at.isAfter(from) && at.isBefore(to));
    }
}
