package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.json;
import static dev.carillon.client.TestRecords.outgoing;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.trigger.AuditEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Topics in memory with definitions, and with what the trigger wrote about them. */
final class ScheduleTopics {
    final ManualClock clock = new ManualClock(NOW);
    final MemoryRecordLog log = new MemoryRecordLog(clock);
    final Schedules schedules = new Schedules(log, NAMES, clock);
    final AuditTrail trail = new AuditTrail(log, NAMES, clock, "ann");

    ScheduleTopics() {
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    /** A definition with more fields, each preceded by a comma, in single quotes. */
    static Schedule schedule(String taskId, String more) {
        return Kind.SCHEDULE.decode(json("{'taskId':'" + taskId + "','type':'ring','every':'1h'" + more + "}"));
    }

    /** A record that another program wrote; null deletes. */
    void put(String topic, String key, @Nullable String singleQuoted) {
        log.put(outgoing(topic, 0, key, singleQuoted == null ? null : json(singleQuoted)));
    }

    /** The trigger's marker after it has read the definitions before the position. */
    void marked(String taskId, long position, String more) {
        put(
                NAMES.triggerState(),
                taskId,
                "{'taskId':'" + taskId + "','position':" + position + ",'floor':{'due':'1970-01-01T00:00:00Z'}" + more
                        + "}");
    }

    /** Deletes a topic with one partition and creates it again. */
    void recreate(String topic) {
        log.deleteTopic(topic);
        log.create(topic, 1);
    }

    List<String> actions() {
        return entries().stream().map(AuditEntry::action).toList();
    }

    List<AuditEntry> entries() {
        return log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
    }
}
