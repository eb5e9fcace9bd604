package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceSize;
import java.time.Duration;

/**
 * How many records a slice may hold: half as many after a failure, as an equal slice could fail the same way, and twice
 * as many after each commit. One thread owns it.
 */
final class SliceLimit {
    private static final Duration TIME = Duration.ofMillis(50);

    private final int most;
    private final Ticker ticker;
    private int records;
    /** The size of the slice that is being committed; 0 while none is. */
    private int tried;

    SliceLimit(int most, Ticker ticker) {
        this.most = most;
        this.ticker = ticker;
        this.records = most;
    }

    SliceSize next() {
        return new SliceSize(records, TIME, ticker, records == most);
    }

    void trying(SlicePlan plan) {
        tried = plan.outputs().size();
    }

    void committed() {
        tried = 0;
        records = Math.min(most, records * 2);
    }

    /** An error has ended the term, during a commit or not. */
    void failed() {
        int held = tried == 0 ? records : Math.min(records, tried);
        tried = 0;
        records = Math.max(1, held / 2);
    }
}
