package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.List;

/** What becomes of a schedule that has waited for an outcome as long as one could come. */
final class Expiry {
    private Expiry() {}

    /** Decides it as of that instant, which the watermark has reached. */
    static void decide(String taskId, Instant reached, Draft draft) {
        Standing before = draft.standing(taskId);
        if (before != null) {
            BackfillDecision.expire(before, reached, draft);
        }
        Standing standing = draft.standing(taskId);
        if (standing == null) {
            return;
        }
        Schedule schedule = standing.schedule();
        Instant openUntil = standing.memory().openUntil();
        if (openUntil != null && !openUntil.isAfter(reached)) {
            draft.say(
                    EventType.OVERDUE,
                    taskId,
                    "no outcome of " + standing.memory().open().get(0) + " has come by " + openUntil
                            + ", its deadline and its timeout after it: it holds back no tick any longer");
            Memory memory = standing.memory().withOpen(List.of());
            memory = schedule == null
                    ? memory
                    : OwnEnds.followed(memory, schedule, draft.reached().due(), OwnEnds.decided(standing, draft));
            draft.stand(standing.withMemory(memory));
            if (schedule != null && !standing.isPaused()) {
                new TickDecision(standing, schedule, draft).startWaiting();
            }
        }
        DependencyDecision.expire(taskId, reached, draft);
    }
}
