package dev.carillon.worker.handler;

import java.util.ArrayList;
import java.util.List;

/** Tells a running handler to stop: its attempt was cancelled or timed out, or goes to another worker. */
public final class CancelSignal {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean raised;

    public synchronized boolean isRaised() {
        return raised;
    }

    /** Calls back once when the signal is raised; at once if it is already. */
    public void whenRaised(Runnable listener) {
        synchronized (this) {
            if (!raised) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    /** Raises the signal; returns false if it was raised before. */
    public boolean raise() {
        List<Runnable> toCall;
        synchronized (this) {
            if (raised) {
                return false;
            }
            raised = true;
            toCall = List.copyOf(listeners);
            listeners.clear();
        }
        toCall.forEach(Runnable::run);
        return true;
    }
}
