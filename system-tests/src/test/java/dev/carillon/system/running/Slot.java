package dev.carillon.system.running;

import dev.carillon.kit.lifecycle.Service;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The place of one service: it can be stopped and a new one put there. */
public final class Slot {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final Supplier<? extends Service> maker;
    private @Nullable Service service;

    Slot(Supplier<? extends Service> maker) {
        this.maker = maker;
    }

    /** A new service; returns when it works. */
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

    /** In an orderly way. */
    public void stop() {
        stop(STOP_WITHIN);
    }

    /** With no time to end anything. */
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
            throw new IllegalStateException("nothing runs here");
        }
        return service;
    }
}
