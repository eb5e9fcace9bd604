package dev.carillon.kit.lifecycle;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts services in order and stops them in reverse, each with its own deadline; when a running member fails, so does
 * the group.
 */
public final class ServiceGroup extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceGroup.class);
    /** The time to stop that is kept for every later step, however long an earlier one takes; less if time is short. */
    private static final Duration RESERVE_PER_STEP = Duration.ofSeconds(1);

    private final List<Service> services;
    private final Duration startWithin;
    /** The services whose start was tried, the latest first. */
    private final Deque<Service> tried = new ArrayDeque<>();

    /**
     * A group of services that start, stop and fail together.
     *
     * @param startWithin how long the start of one service may take
     */
    public ServiceGroup(String name, Duration startWithin, List<? extends Service> services) {
        super(name);
        this.startWithin = startWithin;
        this.services = List.copyOf(services);
        for (Service service : services) {
            if (service instanceof StatefulService member) {
                member.whenFailed(this::fail);
            }
        }
    }

    @Override
    protected void startUp() throws Exception {
        for (Service service : services) {
            tried.push(service);
            startOne(service);
        }
    }

    private void startOne(Service service) throws Exception {
        FutureTask<Void> step = new FutureTask<>(() -> {
            service.start();
            return null;
        });
        Threads.named("start-" + service.name(), step).start();
        try {
            step.get(startWithin.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            step.cancel(true);
            throw new TimeoutException(service.name() + " did not start within " + startWithin);
        } catch (InterruptedException e) {
            step.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    protected void shutDown(Duration within) throws InterruptedException {
        Deadline deadline = Deadline.in(within);
        int steps = tried.size();
        InterruptedException interrupted = null;
        while (!tried.isEmpty()) {
            Service service = tried.pop();
            Duration budget = budget(within, deadline.remaining(), steps, tried.size());
            // On another thread, as one that hangs must not keep the others from stopping.
            Thread step = Threads.named("stop-" + service.name(), () -> stopOne(service, budget));
            step.start();
            try {
                step.join(Math.max(1, budget.toMillis()));
            } catch (InterruptedException e) {
                interrupted = e; // The other services still have to be stopped.
            }
            if (step.isAlive()) {
                LOG.warn("{} did not stop within {}; going on without it", service.name(), budget);
            }
        }
        if (interrupted != null) {
            throw interrupted;
        }
    }

    private static void stopOne(Service service, Duration budget) {
        try {
            service.stop(budget);
        } catch (RuntimeException e) {
            // A stop should not throw; the next service still has to be stopped.
            LOG.warn("{} threw while stopping: {}", service.name(), e.toString(), e);
        }
    }

    /** The remaining time, except for a small reserve for each later step. */
    static Duration budget(Duration within, Duration remaining, int steps, int stepsAfterThis) {
        Duration share = within.dividedBy(2L * Math.max(1, steps));
        Duration reserve = share.compareTo(RESERVE_PER_STEP) < 0 ? share : RESERVE_PER_STEP;
        Duration budget = remaining.minus(reserve.multipliedBy(stepsAfterThis));
        return budget.isNegative() ? Duration.ZERO : budget;
    }
}
