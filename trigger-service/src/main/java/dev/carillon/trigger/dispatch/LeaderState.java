package dev.carillon.trigger.dispatch;

/** Where an instance is on its way to lead. */
public enum LeaderState {
    /** It reads what is there before it stands in line behind others. */
    READING,
    STANDBY,
    TAKING_OVER,
    LEADING,
    RESTING,
    /** It stops, and does not queue any more. */
    LEFT
}
