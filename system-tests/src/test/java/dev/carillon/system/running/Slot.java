package dev.carillon.system.running;

import dev.carillon.kit.lifecycle.Service;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds one service, which can be stopped and replaced by a new one. */
public final class Slot {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final Supplier<? extends Service> maker;
    private @Nullable Service service;

    Slot(Supplier<? extends Service> maker) {
        this.maker = maker;
    }

    /** Starts a new service if none runs; returns when it works. */
    public void start() {
        if (service == null) {
            Service started = maker.get();
            service = started;
            try {
                started.start();
            } catch (Exception e) {
                throw new AssertionError(started.name() + " did not start: " + e, e);
            }
        }
    }

    /** Stops the service and lets running work end. */
    public void stop() {
        stop(STOP_WITHIN);
    }

    /** Stops the service without time for running work to end. */
    public void stopAbruptly() {
        stop(Duration.ofMillis(1));
    }

    private void stop(Duration within) {
        Service stopped = service;
        service = null;
        if (stopped != null) {
            stopped.stop(within);
        }
    }

    public void restart() {
        stop();
        start();
    }

    public Service service() {
        if (service == null) {
            throw new IllegalStateException("no service runs here");
        }
        return service;
    }
}
