package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.slice.SlicePlan;
import dev.carillon.trigger.slice.SliceSize;
import java.time.Duration;

/**
 * How much slices may hold: half of what failed, as the same again could fail the same way, and twice as much after each that
 * was committed. One thread owns it.
 */
final class SliceLimit {
    private static final Duration TIME = Duration.ofMillis(50);

    private final int most;
    private final Ticker ticker;
    private int records;
    /** What the slice holds that is being committed; 0 while none is. */
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

    /** The term has ended, in the middle of a slice or not. */
    void failed() {
        int held = tried == 0 ? records : Math.min(records, tried);
        tried = 0;
        records = Math.max(1, held / 2);
    }
}
