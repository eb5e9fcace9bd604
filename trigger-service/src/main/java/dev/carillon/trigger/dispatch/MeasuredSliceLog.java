package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.meter.TriggerMeters;
import dev.carillon.trigger.slice.build.SlicePlan;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Counts and times the transactions of a log, by how they ended. */
public final class MeasuredSliceLog implements SliceLog {
    private final SliceLog log;
    private final Ticker ticker;
    private final Timer committed;
    private final Timer rejected;
    private final Timer unknown;

    public MeasuredSliceLog(SliceLog log, Ticker ticker, MeterRegistry meters) {
        this.log = log;
        this.ticker = ticker;
        this.committed = TriggerMeters.TRANSACTION_TIME.timer(meters, "committed");
        this.rejected = TriggerMeters.TRANSACTION_TIME.timer(meters, "rejected");
        this.unknown = TriggerMeters.TRANSACTION_TIME.timer(meters, "unknown");
    }

    @Override
    public void takeOver() {
        log.takeOver();
    }

    @Override
    public long stateEnd() {
        return log.stateEnd();
    }

    @Override
    public long schedulesEnd() {
        return log.schedulesEnd();
    }

    @Override
    public Optional<String> lostInput(InputPositions applied) {
        return log.lostInput(applied);
    }

    @Override
    public List<Long> outcomesFrom(List<Long> applied) {
        return log.outcomesFrom(applied);
    }

    @Override
    public Duration headStart() {
        return log.headStart();
    }

    @Override
    public long commit(SlicePlan plan) {
        long begun = ticker.nanos();
        Timer ended = unknown;
        try {
            long offset = log.commit(plan);
            ended = committed;
            return offset;
        } catch (SliceFailed e) {
            ended = e.isRejected() ? rejected : unknown;
            throw e;
        } finally {
            ended.record(ticker.nanos() - begun, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void letGo() {
        log.letGo();
    }
}
