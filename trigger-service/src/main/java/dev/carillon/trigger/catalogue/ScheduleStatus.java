package dev.carillon.trigger.catalogue;

import dev.carillon.timing.state.ScheduleState;

/** The status by which schedules are counted in metrics. */
public enum ScheduleStatus {
    ACTIVE,
    PAUSED,
    BROKEN,
    DELETED;

    static ScheduleStatus of(ScheduleState state) {
        if (state.deleted() != null) {
            return DELETED;
        } else if (state.broken() != null) {
            return BROKEN;
        }
        return state.isPaused() ? PAUSED : ACTIVE;
    }
}
