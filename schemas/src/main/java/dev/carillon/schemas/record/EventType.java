package dev.carillon.schemas.record;

/** The closed list of life-cycle events. */
public enum EventType {
    SUBMITTED,
    SCHEDULED,
    STARTED,
    PROGRESS,
    RETRYING,
    COMPLETED,
    FAILED,
    CANCELLED,
    EXPIRED,
    SKIPPED,
    DUPLICATE,
    LATE,
    OVERDUE,
    DEAD,
    WORKER_JOINED,
    WORKER_LEFT,
    WORKER_ONLINE,
    WORKER_OFFLINE,
    LEADER_ELECTED,
    LEADER_LOST,
    LEADER_FENCED,
    SLICE,
    SCHEDULE_APPLIED,
    SCHEDULE_PAUSED,
    SCHEDULE_RESUMED,
    SCHEDULE_BROKEN,
    BALANCER_CHANGED,
    RECORDS_LOST,
    UNSERVED
}
