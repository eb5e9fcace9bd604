package dev.carillon.kit.lifecycle;

import java.util.EnumSet;
import java.util.Set;

/** The states of a service and the transitions between them. */
public enum ServiceState {
    NEW,
    STARTING,
    RUNNING,
    STOPPING,
    STOPPED,
    FAILED;

    /** The states that may follow this one. */
    public Set<ServiceState> next() {
        return switch (this) {
            case NEW -> EnumSet.of(STARTING, STOPPED);
            case STARTING -> EnumSet.of(RUNNING, FAILED);
            case RUNNING -> EnumSet.of(STOPPING, FAILED);
            case STOPPING -> EnumSet.of(STOPPED, FAILED);
            case FAILED -> EnumSet.of(STARTING, STOPPING);
            case STOPPED -> EnumSet.of(STARTING);
        };
    }

    public boolean mayBecome(ServiceState other) {
        return next().contains(other);
    }
}
