package dev.carillon.kit.lifecycle;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Services that start concurrently, as they don't need each other to start. They stop one after the other, the last
 * first, so that the earlier ones still run while a later one drains.
 */
public final class StartedTogether extends StatefulService {
    private static final int RESERVE_PARTS = 4;

    private final List<StatefulService> services;

    public StartedTogether(String name, List<StatefulService> services) {
        super(name);
        this.services = List.copyOf(services);
    }

    @Override
    protected void startUp() throws Exception {
        services.forEach(service -> service.whenFailed(this::fail));
        List<FutureTask<Void>> starts = new ArrayList<>();
        for (Service service : services) {
            FutureTask<Void> start = new FutureTask<>(() -> {
                service.start();
                return null;
            });
            starts.add(start);
            Threads.named("start-" + service.name(), start).start();
        }
        for (FutureTask<Void> start : starts) {
            await(start, starts);
        }
    }

    private static void await(FutureTask<Void> start, List<FutureTask<Void>> all) throws Exception {
        try {
            start.get();
        } catch (ExecutionException e) {
            all.forEach(other -> other.cancel(true));
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (InterruptedException e) {
            all.forEach(other -> other.cancel(true));
            throw e;
        }
    }

    @Override
    protected void shutDown(Duration within) {
        Deadline deadline = Deadline.in(within);
        for (int i = services.size() - 1; i >= 0; i--) {
            // Each may take the remaining time, except for a share that is kept for those after it.
            Duration reserve =
                    within.dividedBy((long) RESERVE_PARTS * services.size()).multipliedBy(i);
            Duration budget = deadline.remaining().minus(reserve);
            services.get(i).stop(budget.isNegative() ? Duration.ZERO : budget);
        }
    }
}
