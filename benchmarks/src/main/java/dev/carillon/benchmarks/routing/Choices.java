package dev.carillon.benchmarks.routing;

import dev.carillon.benchmarks.frame.Report;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Routing;
import dev.carillon.trigger.routing.RoutableWorker;
import dev.carillon.trigger.routing.RoutableWorkerBuilder;
import dev.carillon.trigger.routing.Router;
import dev.carillon.trigger.routing.RoutingWatch;
import dev.carillon.trigger.routing.WorkerFleet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The cost of one choice among 100 workers of 12 partitions each, without Kafka. */
final class Choices {
    private static final int WORKERS = 100;
    private static final int PARTITIONS_EACH = 12;
    private static final int WARM = 200_000;
    private static final int MEASURED = 1_000_000;
    private static final double AT_MOST_NANOS = 1_000;
    private static final String TOPIC = "carillon.tasks.default.normal";

    private Choices() {}

    static void measure(Report report) {
        double slowest = 0;
        for (Routing strategy : Routing.values()) {
            if (strategy != Routing.HASH) {
                double nanos = nanos(strategy);
                report.figure("choiceNanos." + Fields.spelled(strategy), nanos);
                slowest = Math.max(slowest, nanos);
            }
        }
        report.atMost("slowestChoiceNanos", slowest, AT_MOST_NANOS);
    }

    private static double nanos(Routing strategy) {
        WorkerFleet fleet = fleet();
        Router router = new Router(() -> fleet, new Random(1), new RoutingWatch() {
            @Override
            public void routed(Routing by, long tasks) {
                // The benchmark does not use it.
            }

            @Override
            public void wentHome(long tasks) {
                throw new IllegalStateException("no worker to choose");
            }
        });
        router.begin();
        choose(router, strategy, WARM);
        long began = System.nanoTime();
        choose(router, strategy, MEASURED);
        double took = System.nanoTime() - began;
        router.committed();
        return took / MEASURED;
    }

    private static void choose(Router router, Routing strategy, int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += router.partition(strategy, TOPIC, "default", "bell");
        }
        if (sum == 0) {
            throw new IllegalStateException("always the same partition");
        }
    }

    private static WorkerFleet fleet() {
        List<RoutableWorker> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            List<RoutableWorker.Held> held = new ArrayList<>();
            for (int j = 0; j < PARTITIONS_EACH; j++) {
                held.add(new RoutableWorker.Held(TOPIC, i * PARTITIONS_EACH + j, 0));
            }
            String id = "w" + (WORKERS + i);
            workers.add(RoutableWorkerBuilder.builder()
                    .id(id)
                    .heartbeatOffset(i)
                    .queues(Set.of("default"))
                    .types(Set.of("bell"))
                    .weight(1 + i % 9)
                    .capacity(10)
                    .runningOrReady(i % 7)
                    .cpu(0.5)
                    .taskMillis(10)
                    .partitions(held)
                    .build());
        }
        return new WorkerFleet(Routing.HASH, workers);
    }
}
