package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.TopicScan;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.Watermark;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The running backfills by taskId, read from the trigger's state topic. */
public record BackfillsSeen(Map<String, Backfill> running) {

    public static BackfillsSeen look(TopicScan scan, TopicNames names) {
        Map<String, Backfill> running = new TreeMap<>();
        if (scan.log().topics().contains(names.triggerState())) {
            scan.all(names.triggerState(), record -> {
                String key = record.keyText();
                if (record.value() == null) {
                    running.remove(key);
                } else if (!key.equals(Watermark.recordKey(Watermark.ONLY_SHARD))) {
                    record.read(Kind.MARKER::ifReadable).ifPresent(marker -> {
                        Backfill backfill = marker.overrides().backfill();
                        running.compute(key, (taskId, before) -> backfill);
                    });
                }
            });
        }
        return new BackfillsSeen(running);
    }

    public @Nullable Backfill of(String taskId) {
        return running.get(taskId);
    }
}
