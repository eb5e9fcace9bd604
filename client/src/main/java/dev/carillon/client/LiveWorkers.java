package dev.carillon.client;

import dev.carillon.kit.config.Nearest;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Heartbeat;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The workers that were heard of lately, and what they serve. */
public final class LiveWorkers {
    /** As the services see it: a worker is gone after ten seconds of silence. */
    private static final Duration GONE_AFTER = Duration.ofSeconds(10);

    private final List<Heartbeat> live;

    private LiveWorkers(List<Heartbeat> live) {
        this.live = live;
    }

    public static LiveWorkers look(RecordLog log, TopicNames names, Clock clock) {
        Instant since = clock.instant().minus(GONE_AFTER);
        Map<String, StoredRecord> newest = new LinkedHashMap<>();
        WholeTopic.read(log, names.workers(), log.starts(names.workers()), found -> newest.put(found.keyText(), found));
        List<Heartbeat> live = new ArrayList<>();
        newest.values().stream()
                .filter(found -> found.appended().isAfter(since))
                .forEach(found -> found.read(Kind.HEARTBEAT).ifPresent(live::add));
        return new LiveWorkers(live);
    }

    public boolean none() {
        return live.isEmpty();
    }

    public int count() {
        return live.size();
    }

    /** Refuses a type that nobody would run; the command line's words. */
    public void requireServed(String field, String type, String queue) {
        requireServed(field, type, queue, "--force");
    }

    /**
     * Refuses a type that nobody would run.
     *
     * @param anyway what to say to have it all the same
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
                    "no worker serves the queue " + queue + " now, so nobody would run "
                            + ContractException.shown(type),
                    "start one with: carillon run worker, or send it all the same with " + anyway);
        }
        String meant = Nearest.to(type, served)
                .map(near -> "did you mean " + near + "? ")
                .orElse("");
        throw new ContractException(
                ErrorCode.UNKNOWN_TYPE,
                field,
                "no live worker of the queue " + queue + " serves " + ContractException.shown(type),
                meant + "served are " + String.join(", ", served) + "; send it all the same with " + anyway);
    }
}
