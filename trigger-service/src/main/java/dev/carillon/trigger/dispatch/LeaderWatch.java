package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.ScheduleCounts;
import dev.carillon.trigger.slice.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Hears what a dispatcher goes through: for metrics, logs and whoever acts only on the leader. */
public interface LeaderWatch {
    /** What the dispatcher knows of schedules is counted there from now on. */
    void follows(ScheduleCounts counts);

    void became(LeaderState state);

    void elected(Instant now, @Nullable Watermark from);

    /** While it leads: since when inputs have been waiting for their turn, or null if none are. */
    void inputsWait(@Nullable Instant since);

    void committed(SlicePlan plan, Instant begun, Duration took);

    void lost(Instant now, RuntimeException why);

    /** While it does not lead: by how much our clock is behind, as far as that shows. */
    void clockBehind(Duration by);

    /** It led, and lets somebody else do so because it stops. */
    void handedOver(Instant now);

    /** It won, and does not lead because somebody else does all the same. */
    void stoodBack();

    void unreadableState(String what);
}
