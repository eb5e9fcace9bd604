package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.CommittedSlice;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.ParallelDefinitionDecoder;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceRules;
import dev.carillon.trigger.slice.build.SliceSize;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The cost of planning and applying a slice of a hundred ticks beside many schedules that are not due, without Kafka.
 */
final class SliceCost {
    private static final int DUE = 100;
    private static final int SLICES = 2_000;
    private static final int AT_ONCE = 5_000;
    private static final double NANOS_A_MICRO = 1e3;
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    private static final SliceRules RULES =
            new SliceRules("0", "benchmark", Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(1));

    private final Catalogue catalogue = new Catalogue();

    /** A catalogue with this many idle schedules that share this many expressions. */
    SliceCost(int idle, int expressions) throws InterruptedException {
        int count = idle + DUE;
        catalogue.apply(new CommittedSlice(
                0,
                new Watermark(
                        "0", DecidedUpTo.allOf(START), new InputPositions(count, 0, 0, List.of()), null, Map.of()),
                Map.of()));
        // Like the trigger, keeps common parts once.
        try (ParallelDefinitionDecoder readers = new ParallelDefinitionDecoder()) {
            for (int i = 0; i < count; i += AT_ONCE) {
                List<InputRecord> some = IntStream.range(i, Math.min(count, i + AT_ONCE))
                        .mapToObj(n -> definition(n, expressions))
                        .toList();
                readers.read(some);
                some.forEach(catalogue::readSchedule);
            }
        }
        catalogue.readUpTo(count, 0, 0);
    }

    private static InputRecord definition(int i, int expressions) {
        byte[] value = i < DUE
                ? Kind.SCHEDULE.encode(SampleSchedules.every(i, Duration.ofSeconds(1)))
                // In the first months of the year, so that none is due during the measurement.
                : SampleSchedules.definitionOf(i, expressions, true);
        byte[] key = ("report-" + i).getBytes(StandardCharsets.UTF_8);
        return new InputRecord("schedules", 0, i, START, START, key, value);
    }

    /** The median of many slices, in microseconds. */
    double micros() {
        SlicePlanner planner = new SlicePlanner(RULES, () -> queue -> true);
        Samples found = new Samples();
        for (int i = 1; i <= SLICES; i++) {
            Instant now = START.plusSeconds(i);
            long began = System.nanoTime();
            SlicePlan plan = planner.plan(
                            catalogue, now, null, new SliceSize(5_000, Duration.ofMillis(50), SystemTime.ticker()))
                    .orElseThrow();
            catalogue.apply(new CommittedSlice(i, plan.watermark(), plan.markers()));
            found.add((System.nanoTime() - began) / NANOS_A_MICRO);
        }
        return found.percentile(0.5);
    }
}
