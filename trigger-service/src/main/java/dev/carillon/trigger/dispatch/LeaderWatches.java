package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.catalogue.ScheduleCounts;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes each notification to several watchers, in their order. */
public final class LeaderWatches implements LeaderWatch {
    private final List<LeaderWatch> inOrder;

    /** The {@link LeaderStanding} has to be the first, as others ask it whether this instance leads. */
    public LeaderWatches(List<LeaderWatch> inOrder) {
        this.inOrder = List.copyOf(inOrder);
    }

    @Override
    public void follows(ScheduleCounts counts) {
        notifyAll(watch -> watch.follows(counts));
    }

    @Override
    public void became(LeaderState state) {
        notifyAll(watch -> watch.became(state));
    }

    @Override
    public void elected(Instant now, @Nullable Watermark from) {
        notifyAll(watch -> watch.elected(now, from));
    }

    @Override
    public void inputsWait(@Nullable Instant since) {
        notifyAll(watch -> watch.inputsWait(since));
    }

    @Override
    public void committed(SlicePlan plan, Instant begun, Duration took) {
        notifyAll(watch -> watch.committed(plan, begun, took));
    }

    @Override
    public void lost(Instant now, RuntimeException why) {
        notifyAll(watch -> watch.lost(now, why));
    }

    @Override
    public void clockBehind(Duration by) {
        notifyAll(watch -> watch.clockBehind(by));
    }

    @Override
    public void handedOver(Instant now) {
        notifyAll(watch -> watch.handedOver(now));
    }

    @Override
    public void stoodBack() {
        notifyAll(LeaderWatch::stoodBack);
    }

    @Override
    public void unreadableState(String what) {
        notifyAll(watch -> watch.unreadableState(what));
    }

    private void notifyAll(Consumer<LeaderWatch> notification) {
        inOrder.forEach(notification);
    }
}
