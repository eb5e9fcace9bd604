package dev.carillon.insight.worker;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.WorkerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The workers that have a heartbeat: a clean stop deletes it, a crash leaves it behind. */
public record WorkersSeen(List<WorkerSeen> all) {
    private static final Comparator<WorkerSeen> LIVING_FIRST =
            Comparator.comparing(WorkerSeen::isGone).thenComparing(WorkerSeen::id);

    public static WorkersSeen none() {
        return new WorkersSeen(List.of());
    }

    /** Reads the newest heartbeat of each. */
    public static WorkersSeen look(TopicScan scan, String topic, Instant now) {
        Map<String, ReadValue<Heartbeat>> newest = new TreeMap<>();
        scan.all(topic, record -> update(newest, record));
        return of(newest.values().stream().toList(), now);
    }

    private static void update(Map<String, ReadValue<Heartbeat>> newest, ReceivedRecord record) {
        if (record.value() == null) {
            newest.remove(record.keyText());
        } else {
            record.read(Kind.HEARTBEAT::ifReadable)
                    .ifPresent(heartbeat -> newest.put(record.keyText(), ReadValue.of("heartbeat", record, heartbeat)));
        }
    }

    static WorkersSeen of(List<ReadValue<Heartbeat>> heartbeats, Instant now) {
        List<WorkerSeen> seen = new ArrayList<>();
        heartbeats.forEach(last -> seen.add(WorkerSeen.of(last, now)));
        seen.sort(LIVING_FIRST);
        return new WorkersSeen(List.copyOf(seen));
    }

    public List<WorkerSeen> living() {
        return all.stream().filter(worker -> !worker.isGone()).toList();
    }

    public List<WorkerSeen> gone() {
        return all.stream().filter(WorkerSeen::isGone).toList();
    }

    public long inState(WorkerState state) {
        return living().stream()
                .filter(worker -> worker.heartbeat().state() == state)
                .count();
    }

    public int slots() {
        return living().stream()
                .mapToInt(worker -> worker.heartbeat().load().capacity())
                .sum();
    }

    public int running() {
        return living().stream()
                .mapToInt(worker -> worker.heartbeat().load().running())
                .sum();
    }

    public int held() {
        return living().stream()
                .mapToInt(worker -> worker.heartbeat().load().held())
                .sum();
    }

    public boolean serve(String queue) {
        return all.stream().anyMatch(worker -> worker.serves(queue));
    }

    public boolean serve(String queue, String type) {
        return all.stream().anyMatch(worker -> worker.serves(queue, type));
    }
}
