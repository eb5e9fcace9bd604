package dev.carillon.trigger.dispatch;

/** The states of an instance on its way to leadership and out of it. */
public enum LeaderState {
    /** It reads the topics before it queues behind others. */
    READING,
    STANDBY,
    TAKING_OVER,
    LEADING,
    RESTING,
    /** It is stopping, and does not queue any more. */
    LEFT
}
