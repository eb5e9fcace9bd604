package dev.carillon.trigger.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** How much one worker has to do: its last heartbeat, plus the tasks sent since. */
final class WorkerLoad {
    private final RoutableWorker worker;
    private final Map<String, Berths> byTopic = new HashMap<>();
    private long tasks;

    /** The worker's partitions of one topic, and which of them is next. */
    private static final class Berths {
        private int[] numbers = {};
        private int next;
    }

    WorkerLoad(RoutableWorker worker) {
        this.worker = worker;
        this.tasks = worker.runningOrReady();
    }

    RoutableWorker worker() {
        return worker;
    }

    void addPartition(RoutableWorker.Held partition, long notFetched) {
        Berths berths = byTopic.computeIfAbsent(partition.topic(), topic -> new Berths());
        int[] more = Arrays.copyOf(berths.numbers, berths.numbers.length + 1);
        more[berths.numbers.length] = partition.number();
        berths.numbers = more;
        tasks += notFetched;
    }

    /** Whether a task of the queue and the type can be sent to the worker over the topic. */
    boolean serves(String topic, String queue, String type) {
        return worker.capacity() > 0
                && byTopic.containsKey(topic)
                && worker.queues().contains(queue)
                && worker.types().contains(type);
    }

    /** Tasks that run or are ready, tasks it has not fetched yet, and tasks sent since. */
    long tasks() {
        return tasks;
    }

    /** Counts one more task, and returns the partition to write it to. */
    int send(String topic) {
        Berths berths = byTopic.get(topic);
        if (berths == null) {
            throw new IllegalStateException(worker.id() + " has no partition of " + topic);
        }
        int number = berths.numbers[berths.next];
        berths.next = (berths.next + 1) % berths.numbers.length;
        tasks++;
        return number;
    }
}
