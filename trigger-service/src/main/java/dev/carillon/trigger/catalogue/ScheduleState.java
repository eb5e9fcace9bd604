package dev.carillon.trigger.catalogue;

/** In what state a schedule is, for those who count them. */
public enum ScheduleState {
    ACTIVE,
    PAUSED,
    BROKEN,
    DELETED;

    static ScheduleState of(Standing standing) {
        if (standing.deleted() != null) {
            return DELETED;
        } else if (standing.broken() != null) {
            return BROKEN;
        }
        return standing.isPaused() ? PAUSED : ACTIVE;
    }
}
