package dev.carillon.insight.worker;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The workers with a recent heartbeat, and the queues and types that they serve. */
public final class LiveWorkers {

    private final List<Heartbeat> live;

    private LiveWorkers(List<Heartbeat> live) {
        this.live = live;
    }

    public static LiveWorkers look(RecordLog log, TopicNames names, Clock clock) {
        Instant since = clock.instant().minus(AgreedDurations.WORKER_GONE);
        Map<String, ReceivedRecord> newest = new LinkedHashMap<>();
        WholeTopic.read(log, names.workers(), log.starts(names.workers()), found -> newest.put(found.keyText(), found));
        List<Heartbeat> live = new ArrayList<>();
        newest.values().stream()
                .filter(found -> found.appended().isAfter(since))
                .forEach(found -> found.read(Kind.HEARTBEAT::ifReadable).ifPresent(live::add));
        return new LiveWorkers(live);
    }

    public boolean none() {
        return live.isEmpty();
    }

    public int count() {
        return live.size();
    }

    /** Refuses a type that no live worker serves; {@code --force} skips this check. */
    public void requireServed(String field, String type, String queue) {
        requireServed(field, type, queue, "--force");
    }

    /**
     * Refuses a type that no live worker serves.
     *
     * @param anyway the option that skips this check, for the message
     */
    public void requireServed(String field, String type, String queue, String anyway) {
        TreeSet<String> served = new TreeSet<>();
        live.stream()
                .filter(worker -> worker.queues().contains(queue))
                .forEach(worker -> served.addAll(worker.types()));
        if (served.contains(type)) {
            return;
        }
        if (served.isEmpty()) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_TYPE,
                    field,
                    "no live worker serves the queue " + queue + ", so none would run " + ContractException.shown(type),
                    "start one with: carillon run worker, or skip this check with " + anyway);
        }
        String meant = NearestWord.to(type, served)
                .map(near -> "did you mean " + near + "? ")
                .orElse("");
        throw new ContractException(
                ErrorCode.UNKNOWN_TYPE,
                field,
                "no live worker of the queue " + queue + " serves the type " + ContractException.shown(type),
                meant + "served types: " + String.join(", ", served) + "; skip this check with " + anyway);
    }
}
