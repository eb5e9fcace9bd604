package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.fact.WorkersFact.WorkKind;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads live workers and enabled schedules from their topics. */
public final class StoredWork implements FactSource<WorkersFact> {

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;

    public StoredWork(RecordLog log, TopicNames names, Clock clock) {
        this.log = log;
        this.names = names;
        this.clock = clock;
    }

    @Override
    public WorkersFact gather() {
        Set<String> topics = log.topics();
        Map<String, ReceivedRecord> newest = new LinkedHashMap<>();
        if (topics.contains(names.workers())) {
            WholeTopic.read(
                    log, names.workers(), log.starts(names.workers()), found -> newest.put(found.keyText(), found));
        }
        Instant since = clock.instant().minus(AgreedDurations.WORKER_GONE);
        Map<String, Set<String>> served = new HashMap<>();
        int[] live = new int[1];
        newest.values().stream()
                .filter(found -> found.appended().isAfter(since))
                .forEach(found -> found.read(Kind.HEARTBEAT::ifReadable).ifPresent(worker -> {
                    live[0]++;
                    worker.queues().forEach(queue -> served.computeIfAbsent(queue, first -> new TreeSet<>())
                            .addAll(worker.types()));
                }));
        Map<WorkKind, List<String>> wanted = new LinkedHashMap<>();
        List<String> unreadable = new ArrayList<>();
        if (topics.contains(names.schedules())) {
            new Schedules(log, names, clock).all().values().forEach(stored -> sort(stored, wanted, unreadable));
        }
        return new WorkersFact(live[0], served, wanted, unreadable);
    }

    private static void sort(StoredSchedule stored, Map<WorkKind, List<String>> wanted, List<String> unreadable) {
        Schedule schedule = stored.schedule();
        if (schedule == null) {
            unreadable.add(stored.taskId());
        } else if (schedule.enabled()) {
            wanted.computeIfAbsent(
                            new WorkKind(
                                    schedule.work().queue(), schedule.work().type()),
                            first -> new ArrayList<>())
                    .add(stored.taskId());
        }
    }
}
