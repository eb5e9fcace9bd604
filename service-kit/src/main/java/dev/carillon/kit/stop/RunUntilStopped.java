package dev.carillon.kit.stop;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.lifecycle.Service;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of a service's main: starts it, waits for a request to stop, stops it within the drain time, and returns the
 * exit code.
 */
public final class RunUntilStopped {
    private static final Logger LOG = LoggerFactory.getLogger(RunUntilStopped.class);

    private final Service service;
    private final Duration drain;
    private final StopSignal signal;

    public RunUntilStopped(Service service, Duration drain, StopSignal signal) {
        this.service = service;
        this.drain = drain;
        this.signal = signal;
        if (service instanceof StatefulService stateful) {
            stateful.whenFailed(cause -> signal.requestAfterFailure(service.name() + " broke: " + cause));
        }
    }

    /** Runs until a signal of the operating system; returns the exit code. */
    public static int asProcess(Service service, Duration drain) throws InterruptedException {
        StopSignal signal = new StopSignal();
        ProcessSignals.sendTo(signal);
        return new RunUntilStopped(service, drain, signal).run();
    }

    /** Returns the exit code once everything has stopped. */
    public int run() throws InterruptedException {
        Throwable failedStart = start();
        if (failedStart != null) {
            logFailedStart(failedStart);
            service.stop(drain);
            return ExitCode.of(failedStart);
        }
        StopSignal.Stop why = signal.await();
        LOG.info("stopping ({}); running work has {} s to end", why.reason(), drain.toSeconds());
        service.stop(drain);
        if (service.state() != ServiceState.STOPPED) {
            LOG.error("{} did not stop within {} s", service.name(), drain.toSeconds());
            return ExitCode.FAILED;
        }
        return why.failed() ? ExitCode.FAILED : ExitCode.DONE;
    }

    /** Null when the service runs, or when a stop was requested before. */
    private @Nullable Throwable start() throws InterruptedException {
        CompletableFuture<@Nullable Void> started = new CompletableFuture<>();
        // On its own thread, so that a signal can stop a start that waits for a broker.
        Thread starter = Threads.named("start-" + service.name(), () -> {
            try {
                service.start();
                started.complete(null);
            } catch (Throwable e) {
                started.completeExceptionally(e);
            }
        });
        CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
        signal.whenRequested(() -> stopped.complete(null));
        if (!signal.isRequested()) {
            starter.start();
        }
        try {
            CompletableFuture.anyOf(started, stopped).get();
            if (!started.isDone()) {
                starter.interrupt();
            }
            return null;
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }

    private void logFailedStart(Throwable failure) {
        if (failure instanceof CodedException coded) {
            LOG.error("{}", coded.oneLine());
        } else {
            LOG.error("{} did not start", service.name(), failure);
        }
    }
}
