package dev.carillon.collector;

import dev.carillon.collector.desk.Counts;
import dev.carillon.collector.ledger.Verdict;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.OutcomeStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The collector's meters; their names are public. */
final class CollectorMeters implements Counts {
    private final MeterRegistry registry;
    private final Map<Verdict, Counter> verdicts = new EnumMap<>(Verdict.class);
    private final Map<OutcomeStatus, Counter> outcomes = new EnumMap<>(OutcomeStatus.class);
    private final AtomicLong open;
    private final AtomicLong timers;
    private final Counter rehomed;

    CollectorMeters(MeterRegistry registry) {
        this.registry = registry;
        for (Verdict verdict : Verdict.values()) {
            verdicts.put(verdict, counter("carillon.collector.decisions", "verdict", spelled(verdict)));
        }
        for (OutcomeStatus status : OutcomeStatus.values()) {
            outcomes.put(status, counter("carillon.collector.outcomes", "status", spelled(status)));
        }
        this.open = registered("carillon.collector.open");
        this.timers = registered("carillon.collector.timers");
        this.rehomed = registry.counter("carillon.collector.rehomed");
    }

    private AtomicLong registered(String name) {
        AtomicLong number = new AtomicLong();
        registry.gauge(name, number);
        return number;
    }

    private Counter counter(String name, String tag, String value) {
        return registry.counter(name, tag, value);
    }

    private static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public void decided(Verdict verdict) {
        count(verdicts.get(verdict));
    }

    @Override
    public void ended(OutcomeStatus status) {
        count(outcomes.get(status));
    }

    private static void count(@org.jspecify.annotations.Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void poison(ErrorCode cause) {
        counter("carillon.collector.poison", "cause", spelled(cause)).increment();
    }

    @Override
    public void rehomed() {
        rehomed.increment();
    }

    @Override
    public void open(long change) {
        open.addAndGet(change);
    }

    @Override
    public void timers(long change) {
        timers.addAndGet(change);
    }

    Counter threadsReplaced() {
        return registry.counter("carillon.collector.threads.replaced");
    }

    Counter forgottenCommands() {
        return registry.counter("carillon.collector.commands.forgotten");
    }

    Counter unusableCommands() {
        return registry.counter("carillon.collector.commands.unusable");
    }
}
