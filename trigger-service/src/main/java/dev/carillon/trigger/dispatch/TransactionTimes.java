package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts and times the transactions of slices, by how they ended. */
final class TransactionTimes {
    private final Ticker ticker;
    private final Timer committed;
    private final Timer rejected;
    private final Timer unknown;

    TransactionTimes(Ticker ticker, MeterRegistry meters) {
        this.ticker = ticker;
        this.committed = TriggerMeters.TRANSACTION_TIME.timer(meters, "committed");
        this.rejected = TriggerMeters.TRANSACTION_TIME.timer(meters, "rejected");
        this.unknown = TriggerMeters.TRANSACTION_TIME.timer(meters, "unknown");
    }

    /** Runs one attempt to commit, records how long it took, and returns its offset. */
    long record(LongSupplier attempt) {
        long begun = ticker.nanos();
        Timer ended = unknown;
        try {
            long offset = attempt.getAsLong();
            ended = committed;
            return offset;
        } catch (SliceFailed e) {
            ended = e.isRejected() ? rejected : unknown;
            throw e;
        } finally {
            ended.record(ticker.nanos() - begun, TimeUnit.NANOSECONDS);
        }
    }
}
