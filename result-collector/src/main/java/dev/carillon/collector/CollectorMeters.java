package dev.carillon.collector;

import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.collector.partition.PartitionCounts;
import dev.carillon.kit.admin.MeterSpec;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.OutcomeStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The collector's meters; their names are public. */
final class CollectorMeters implements PartitionCounts {
    private final MeterRegistry registry;
    private final Map<EventVerdict, Counter> verdicts = new EnumMap<>(EventVerdict.class);
    private final Map<OutcomeStatus, Counter> outcomes = new EnumMap<>(OutcomeStatus.class);
    private final AtomicLong open;
    private final AtomicLong timers;
    private final Counter settled;
    private final Counter rehomed;

    CollectorMeters(MeterRegistry registry) {
        this.registry = registry;
        for (EventVerdict verdict : EventVerdict.values()) {
            verdicts.put(verdict, CollectorMeterList.DECISIONS.counter(registry, spelled(verdict)));
        }
        for (OutcomeStatus status : OutcomeStatus.values()) {
            outcomes.put(status, CollectorMeterList.OUTCOMES.counter(registry, spelled(status)));
        }
        this.open = registered(CollectorMeterList.OPEN);
        this.timers = registered(CollectorMeterList.TIMERS);
        this.settled = CollectorMeterList.SETTLED.counter(registry);
        this.rehomed = CollectorMeterList.REHOMED.counter(registry);
    }

    private AtomicLong registered(MeterSpec spec) {
        AtomicLong number = new AtomicLong();
        spec.gauge(registry, number::get);
        return number;
    }

    private static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public void decided(EventVerdict verdict) {
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
        CollectorMeterList.POISON.counter(registry, spelled(cause)).increment();
    }

    @Override
    public void settled(int count) {
        settled.increment(count);
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
        return CollectorMeterList.THREADS_REPLACED.counter(registry);
    }

    Counter forgottenCommands() {
        return CollectorMeterList.COMMANDS_FORGOTTEN.counter(registry);
    }

    Counter unusableCommands() {
        return CollectorMeterList.COMMANDS_UNUSABLE.counter(registry);
    }
}
