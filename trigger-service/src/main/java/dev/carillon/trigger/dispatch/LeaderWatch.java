package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.catalogue.ScheduleCounts;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Notified of what a dispatcher does: for metrics, logs, and parts that act only on the leader. A watcher implements
 * what concerns it.
 */
public interface LeaderWatch {
    /** A new dispatcher counts its schedules there. */
    default void follows(ScheduleCounts counts) {}

    default void became(LeaderState state) {}

    default void elected(Instant now, @Nullable Watermark from) {}

    /** While it leads: since when inputs have been waiting to be applied, or null if none are. */
    default void inputsWait(@Nullable Instant since) {}

    default void committed(SlicePlan plan, Instant begun, Duration took) {}

    /** Called before {@link #became}, so the state is still the one in which the error happened. */
    default void lost(Instant now, RuntimeException why) {}

    /** While it does not lead: by how much this host's clock is behind, at least. */
    default void clockBehind(Duration by) {}

    /** It has led, and lets another instance lead because it stops; it {@link #became} LEFT before. */
    default void handedOver(Instant now) {}

    /** It was elected, and does not lead because another instance still commits slices. */
    default void stoodBack() {}

    default void unreadableState(String what) {}
}
