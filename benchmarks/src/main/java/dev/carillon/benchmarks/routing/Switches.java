package dev.carillon.benchmarks.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** How soon each change of the default took effect on ticks, and how soon its event came. */
final class Switches {
    private final List<Felt> all = new ArrayList<>();

    /**
     * One change, in milliseconds from the append of the new default; infinite if it never took effect.
     *
     * @param ticks until the last tick that still used the old one; 0 if none did
     * @param event until the event that reports it
     */
    private record Felt(double ticks, double event) {
        @Override
        public String toString() {
            return Math.round(ticks) + "/" + Math.round(event);
        }
    }

    /**
     * Evaluates one change.
     *
     * @param at when the new default was appended
     * @param strategy its name
     * @param seen all ticks, also earlier ones
     * @param told the events of changes since then
     */
    void add(long at, String strategy, Collection<KafkaTicks.Tick> seen, List<Long> told) {
        List<KafkaTicks.Tick> since =
                seen.stream().filter(tick -> tick.appended() >= at).toList();
        boolean isFelt = since.stream().anyMatch(tick -> tick.routed().equals(strategy));
        long last = since.stream()
                .filter(tick -> !tick.routed().equals(strategy))
                .mapToLong(KafkaTicks.Tick::appended)
                .max()
                .orElse(at);
        double ticks = isFelt ? last - at : Double.POSITIVE_INFINITY;
        all.add(new Felt(ticks, told.isEmpty() ? Double.POSITIVE_INFINITY : told.get(0) - at));
    }

    int count() {
        return all.size();
    }

    double slowestTicks() {
        return all.stream().mapToDouble(Felt::ticks).max().orElse(Double.NaN);
    }

    double slowestEvent() {
        return all.stream().mapToDouble(Felt::event).max().orElse(Double.NaN);
    }

    /** Ticks and event of each. */
    @Override
    public String toString() {
        return all.stream().map(Felt::toString).collect(Collectors.joining(", "));
    }
}
