package dev.carillon.kit.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The definition of one meter: its name, labels and meaning. Code that counts gets the meter from it, and {@code
 * docs/metrics.md} is generated from it.
 *
 * @param unit in words; empty for plain numbers
 * @param labels each with few possible values: never a taskId, a key or anything else that grows with the work
 */
public record MeterSpec(String name, Kind kind, String unit, List<String> labels, String meaning) {
    /** From the shortest transactions to delays that an operator should look into. */
    private static final Duration[] BOUNDS = Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    /** The kinds of meters. */
    public enum Kind {
        COUNTER,
        GAUGE,
        TIMER,
        HISTOGRAM
    }

    public static MeterSpec counter(String name, String unit, String meaning, String... labels) {
        return new MeterSpec(name, Kind.COUNTER, unit, List.of(labels), meaning);
    }

    public static MeterSpec gauge(String name, String unit, String meaning, String... labels) {
        return new MeterSpec(name, Kind.GAUGE, unit, List.of(labels), meaning);
    }

    public static MeterSpec timer(String name, String meaning, String... labels) {
        return new MeterSpec(name, Kind.TIMER, "seconds", List.of(labels), meaning);
    }

    /** A timer that also counts how many took no longer than each of some bounds. */
    public static MeterSpec histogram(String name, String meaning, String... labels) {
        return new MeterSpec(name, Kind.HISTOGRAM, "seconds", List.of(labels), meaning);
    }

    /** The counter with these values of the labels. */
    public Counter counter(MeterRegistry registry, String... values) {
        return Counter.builder(name).description(meaning).tags(tags(values)).register(registry);
    }

    public Timer timer(MeterRegistry registry, String... values) {
        Timer.Builder timer = Timer.builder(name).description(meaning).tags(tags(values));
        if (kind == Kind.HISTOGRAM) {
            timer.serviceLevelObjectives(BOUNDS);
        }
        return timer.register(registry);
    }

    /** A gauge that calls the supplier for its value; the registry keeps both until the gauge is removed. */
    public Gauge gauge(MeterRegistry registry, Supplier<Number> value, String... values) {
        return Gauge.builder(name, value)
                .description(meaning)
                .tags(tags(values))
                .strongReference(true)
                .register(registry);
    }

    private Tags tags(String... values) {
        if (values.length != labels.size()) {
            throw new IllegalArgumentException(
                    name + " has the labels " + labels + ", not " + values.length + " of them");
        }
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(labels.get(i), values[i]);
        }
        return tags;
    }

    /** The name in Prometheus' spelling. */
    public String prometheusName() {
        String plain = name.replace('.', '_');
        return switch (kind) {
            case COUNTER -> plain + "_total";
            case GAUGE -> plain;
            case TIMER, HISTOGRAM -> plain + "_seconds";
        };
    }
}
