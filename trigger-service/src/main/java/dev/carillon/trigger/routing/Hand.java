package dev.carillon.trigger.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** One worker as the dispatcher sees him: what he said, and what was sent to him since. */
final class Hand {
    private final Worker worker;
    private final Map<String, Berths> byTopic = new HashMap<>();
    private long tasks;

    /** His partitions of one topic, and which of them is next. */
    private static final class Berths {
        private int[] numbers = {};
        private int next;
    }

    Hand(Worker worker) {
        this.worker = worker;
        this.tasks = worker.inHand();
    }

    Worker worker() {
        return worker;
    }

    void has(Worker.Held partition, long notFetched) {
        Berths berths = byTopic.computeIfAbsent(partition.topic(), topic -> new Berths());
        int[] more = Arrays.copyOf(berths.numbers, berths.numbers.length + 1);
        more[berths.numbers.length] = partition.number();
        berths.numbers = more;
        tasks += notFetched;
    }

    /** Whether a task of the queue and the type can be sent to him over the topic. */
    boolean serves(String topic, String queue, String type) {
        return worker.capacity() > 0
                && byTopic.containsKey(topic)
                && worker.queues().contains(queue)
                && worker.types().contains(type);
    }

    /** What he has in hand, what waits in his partitions, and what was sent to him. */
    long tasks() {
        return tasks;
    }

    /** Sends him a task more, and returns into which partition. */
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
