package dev.carillon.kit.embed;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.lifecycle.StatefulService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A service inside another program. It may be started and closed any number of times. */
public abstract class EmbeddedService implements AutoCloseable {
    private final StatefulService service;
    private final Duration drain;
    private final Object change = new Object();

    /**
     * A service that is not started.
     *
     * @param drain how long a close may take
     */
    protected EmbeddedService(StatefulService service, Duration drain) {
        this.service = service;
        this.drain = drain;
        service.whenFailed(why -> changed());
    }

    final StatefulService service() {
        return service;
    }

    final Duration drain() {
        return drain;
    }

    /**
     * Returns when the service runs; does nothing if it does already.
     *
     * @throws dev.carillon.kit.errors.CodedException with the problem and what to do; nothing is left running then
     */
    public final void start() {
        try {
            service.start();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(service.name() + " did not start: interrupted while it did", e);
        } catch (Exception e) {
            throw new IllegalStateException(service.name() + " did not start: " + e.getMessage(), e);
        }
    }

    /** Takes no new work, lets running work end within the drain time of the settings, and stops. */
    @Override
    public final void close() {
        close(drain);
    }

    /** Stops within the given time, even if work is still running. */
    public final void close(Duration within) {
        service.stop(within);
        changed();
    }

    public final boolean isRunning() {
        return service.state() == ServiceState.RUNNING;
    }

    /** The reasons why the service does no work now; empty when it does. */
    public abstract List<String> whyNotReady();

    /** The messages of the conditions that do not hold. */
    protected static List<String> unmet(Map<String, HealthCheck> checks) {
        return checks.values().stream()
                .map(EmbeddedService::look)
                .filter(health -> !health.ok())
                .map(Health::words)
                .toList();
    }

    private static Health look(HealthCheck check) {
        try {
            return check.check();
        } catch (Exception e) {
            // Safe: a check that fails counts as a condition that does not hold.
            return Health.bad(e.toString());
        }
    }

    /** Whether it does its work, or is ready to. */
    public final boolean isReady() {
        return whyNotReady().isEmpty();
    }

    /** Calls the listener when the service breaks while it runs; it must still be closed. */
    public final void whenFailed(Consumer<Throwable> listener) {
        service.whenFailed(listener);
    }

    /** Why the service is broken, if it is. */
    public final Optional<Throwable> failure() {
        return service.state() == ServiceState.FAILED ? service.failure() : Optional.empty();
    }

    /**
     * Waits until another thread has closed the service.
     *
     * @throws IllegalStateException if it has failed instead
     */
    public final void awaitEnd() throws InterruptedException {
        synchronized (change) {
            while (service.state() == ServiceState.RUNNING || service.state() == ServiceState.STOPPING) {
                change.wait();
            }
        }
        Optional<Throwable> failure = failure();
        if (failure.isPresent()) {
            throw new IllegalStateException(service.name() + " has failed: " + failure.get(), failure.get());
        }
    }

    private void changed() {
        synchronized (change) {
            change.notifyAll();
        }
    }

    @Override
    public final String toString() {
        return service.toString();
    }
}
