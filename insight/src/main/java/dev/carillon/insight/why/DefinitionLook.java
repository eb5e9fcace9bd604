package dev.carillon.insight.why;

import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Marker;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the versions of a schedule that {@code schedules} still holds, with the trigger's refusals. */
final class DefinitionLook {
    private static final int ONLY_PARTITION = 0;

    private final TopicScan scan;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;
    private final Supplier<TriggerSeen> trigger;
    private final List<ReceivedRecord> records = new ArrayList<>();
    /** How many records of other schedules come before the first of this one. */
    private long before;

    DefinitionLook(TopicScan scan, TopicNames names, Instant now, Set<String> topics, Supplier<TriggerSeen> trigger) {
        this.scan = scan;
        this.names = names;
        this.now = now;
        this.topics = topics;
        this.trigger = trigger;
    }

    DefinitionHistory of(String taskId) {
        scan.all(names.schedules(), record -> {
            if (record.keyText().equals(taskId)) {
                records.add(record);
            } else if (records.isEmpty()) {
                before++;
            }
        });
        Map<Long, DefinitionVersion.Refusal> refused = records.isEmpty() ? Map.of() : refusals(taskId);
        DefinitionHistory written = new DefinitionHistory(
                records.stream()
                        .map(record -> DefinitionVersion.read(record, refused.get(record.offset())))
                        .toList(),
                knownSince());
        boolean lacking = written.current().isEmpty() && written.all().stream().anyMatch(one -> one.refusal() != null);
        ReadValue<Marker> marker = lacking ? trigger.get().markers().get(taskId) : null;
        DefinitionVersion remembered = marker == null ? null : DefinitionVersion.remembered(marker);
        return remembered == null ? written : written.with(remembered);
    }

    /**
     * Compaction leaves gaps between offsets, and deletes a version only some time after it was replaced. So a first
     * version that is young, or that no gap precedes, was not preceded by another.
     */
    private @Nullable Instant knownSince() {
        if (records.isEmpty()) {
            return null;
        }
        ReceivedRecord first = records.get(0);
        long start = scan.log().starts(names.schedules()).getOrDefault(ONLY_PARTITION, 0L);
        boolean young = first.appended().isAfter(now.minus(TopicCatalogue.REPLACED_DEFINITIONS_KEPT));
        boolean mayBePreceded = start > 0 || (first.offset() > before && !young);
        return mayBePreceded ? first.appended() : null;
    }

    private Map<Long, DefinitionVersion.Refusal> refusals(String taskId) {
        Map<Long, DefinitionVersion.Refusal> refused = new HashMap<>();
        if (!topics.contains(names.deadLetters())) {
            return refused;
        }
        int partitions = scan.log().partitions(names.deadLetters());
        int home = Murmur2.partition(taskId.getBytes(StandardCharsets.UTF_8), partitions);
        long start = scan.log().starts(names.deadLetters()).getOrDefault(home, 0L);
        scan.from(names.deadLetters(), Map.of(home, start), record -> {
            HeaderList headers = record.headers();
            String offset = headers.textOr(Headers.ORIGIN_OFFSET, "");
            if (names.schedules().equals(headers.text(Headers.ORIGIN_TOPIC)) && offset.matches("[0-9]{1,18}")) {
                refused.put(
                        Long.parseLong(offset),
                        new DefinitionVersion.Refusal(
                                headers.textOr(Headers.CAUSE, "UNKNOWN"),
                                headers.textOr(Headers.CAUSE_MESSAGE, "no reason given"),
                                EvidenceRecord.of("dead letter", record)));
            }
        });
        return refused;
    }
}
