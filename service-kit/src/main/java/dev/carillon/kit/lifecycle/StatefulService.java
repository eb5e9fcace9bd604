package dev.carillon.kit.lifecycle;

import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements the states of a service; subclasses only implement starting and stopping.
 *
 * <p>{@link #startUp} and {@link #shutDown} never run at the same time. {@link #shutDown} is also called after a {@code
 * startUp} that threw, so it must handle a half-started service.
 */
public abstract class StatefulService implements Service {
    /** How long releasing the resources of a failed or unwanted start may take. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(StatefulService.class);

    private final String name;
    /** Held while starting or stopping, so that the two never overlap. */
    private final ReentrantLock changing = new ReentrantLock();

    private final CopyOnWriteArrayList<Consumer<Throwable>> failureListeners = new CopyOnWriteArrayList<>();

    private final Object stateLock = new Object();
    private ServiceState state = ServiceState.NEW;
    private @Nullable Throwable brokenWhileStarting;
    /** Set when a stop gave up waiting for a start that was under way. */
    private final AtomicBoolean overdueStop = new AtomicBoolean();

    private volatile @Nullable Throwable failure;

    protected StatefulService(String name) {
        this.name = name;
    }

    protected abstract void startUp() throws Exception;

    protected abstract void shutDown(Duration within) throws Exception;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ServiceState state() {
        synchronized (stateLock) {
            return state;
        }
    }

    /** Why the service is or was last {@link ServiceState#FAILED}. */
    public final Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Calls the listener whenever the running service fails, but not for a start that throws to its caller. */
    public final void whenFailed(Consumer<Throwable> listener) {
        failureListeners.add(listener);
    }

    @Override
    public final void start() throws Exception {
        changing.lockInterruptibly();
        try {
            startUnlessRunning();
        } finally {
            changing.unlock();
        }
        if (overdueStop.compareAndSet(true, false)) {
            // That stop ran out of time waiting for this start, so the service has to be stopped here.
            stop(CLEAN_UP);
            throw new IllegalStateException(name + " was stopped while it started");
        }
    }

    private void startUnlessRunning() throws Exception {
        if (state() == ServiceState.RUNNING) {
            return;
        }
        if (state() == ServiceState.FAILED) {
            shutDown(CLEAN_UP);
        }
        brokenWhileStarting = null;
        become(ServiceState.STARTING);
        try {
            startUp();
            runUnlessBroken();
        } catch (Throwable e) {
            failure = e;
            cleanUpAfter(e);
            become(ServiceState.FAILED);
            throw e;
        }
    }

    private void runUnlessBroken() {
        synchronized (stateLock) {
            Throwable broken = brokenWhileStarting;
            if (broken != null) {
                throw new IllegalStateException(name + " broke while it started: " + broken, broken);
            }
            moveTo(ServiceState.RUNNING);
        }
    }

    @Override
    public final void stop(Duration within) {
        Deadline deadline = Deadline.in(within);
        if (!obtainedChangingBy(deadline)) {
            LOG.warn("{} is still {} after {}; it stops as soon as that ends", name, state(), within);
            return;
        }
        try {
            stopNow(deadline.remaining());
        } finally {
            changing.unlock();
        }
    }

    private boolean obtainedChangingBy(Deadline deadline) {
        try {
            if (changing.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        overdueStop.set(true);
        // The start may have checked the flag just before it was set; then it releases the lock at once.
        if (changing.tryLock()) {
            overdueStop.set(false);
            return true;
        }
        return false;
    }

    /** For a service that can't go on: sets it to FAILED and calls the listeners. */
    protected final void fail(Throwable cause) {
        synchronized (stateLock) {
            if (state == ServiceState.STARTING) {
                brokenWhileStarting = cause; // The start throws it.
                return;
            }
            if (state != ServiceState.RUNNING) {
                return; // It is stopping or stopped already.
            }
            failure = cause;
            state = ServiceState.FAILED;
        }
        failureListeners.forEach(listener -> listener.accept(cause));
    }

    private void stopNow(Duration within) {
        synchronized (stateLock) {
            if (state == ServiceState.STOPPED) {
                return;
            }
            if (state == ServiceState.NEW) {
                moveTo(ServiceState.STOPPED);
                return;
            }
            moveTo(ServiceState.STOPPING);
        }
        try {
            shutDown(within);
            become(ServiceState.STOPPED);
        } catch (InterruptedException e) {
            failedToStop(e);
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failedToStop(e);
        }
    }

    private void failedToStop(Throwable e) {
        failure = e;
        become(ServiceState.FAILED);
        LOG.warn("{} did not stop cleanly: {}", name, e.toString(), e);
    }

    private void cleanUpAfter(Throwable failedStart) {
        try {
            shutDown(CLEAN_UP);
        } catch (Throwable e) {
            failedStart.addSuppressed(e);
        }
    }

    private void become(ServiceState next) {
        synchronized (stateLock) {
            moveTo(next);
        }
    }

    private void moveTo(ServiceState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(name + " can't go from " + state + " to " + next);
        }
        state = next;
    }

    @Override
    public String toString() {
        return name + " " + state();
    }
}
