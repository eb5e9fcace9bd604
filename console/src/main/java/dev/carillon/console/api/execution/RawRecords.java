package dev.carillon.console.api.execution;

import dev.carillon.client.log.PartitionReading;
import dev.carillon.client.log.RecordLog;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an execution's records from the topics, at the offsets that the history has stored. */
public final class RawRecords {
    private static final Duration POLL = Duration.ofMillis(200);
    /** After this many empty polls an open transaction blocks the partition, so the read ends. */
    private static final int SILENT_POLLS = 10;
    /** Wanted records that are farther apart than this are read by separate scans. */
    private static final long NEAR = 500;

    private static final int MOST_TEXT = 64 * 1024;

    private final KafkaSession session;

    public RawRecords(KafkaSession session) {
        this.session = session;
    }

    /**
     * A place with its record.
     *
     * @param record null if the topic does not keep it any more
     */
    record Found(RecordPlace place, @Nullable ReceivedRecord record) {}

    /** The records in the order of their places. */
    List<Found> fetch(List<RecordPlace> places) {
        Map<RecordPlace, ReceivedRecord> found = new HashMap<>();
        if (!places.isEmpty()) {
            session.ask(log -> {
                scanGroups(places).forEach(run -> read(log, run, found));
                return true;
            });
        }
        return places.stream().map(place -> new Found(place, found.get(place))).toList();
    }

    /** Groups of places that one scan reads: of one partition and near each other. */
    private static List<List<RecordPlace>> scanGroups(List<RecordPlace> places) {
        Map<String, List<RecordPlace>> byPartition = new LinkedHashMap<>();
        places.stream().sorted((a, b) -> Long.compare(a.offset(), b.offset())).forEach(place -> byPartition
                .computeIfAbsent(place.topic() + "-" + place.partition(), none -> new ArrayList<>())
                .add(place));
        List<List<RecordPlace>> runs = new ArrayList<>();
        for (List<RecordPlace> all : byPartition.values()) {
            List<RecordPlace> run = new ArrayList<>();
            for (RecordPlace place : all) {
                if (!run.isEmpty() && place.offset() - run.get(run.size() - 1).offset() > NEAR) {
                    runs.add(run);
                    run = new ArrayList<>();
                }
                run.add(place);
            }
            runs.add(run);
        }
        return runs;
    }

    private static void read(RecordLog log, List<RecordPlace> run, Map<RecordPlace, ReceivedRecord> found) {
        String topic = run.get(0).topic();
        int partition = run.get(0).partition();
        if (!log.topics().contains(topic)) {
            return;
        }
        long start = log.starts(topic).getOrDefault(partition, Long.MAX_VALUE);
        long end = log.ends(topic).getOrDefault(partition, 0L);
        Map<Long, RecordPlace> wanted = new LinkedHashMap<>();
        run.stream()
                .filter(place -> place.offset() >= start && place.offset() < end)
                .forEach(place -> wanted.put(place.offset(), place));
        if (wanted.isEmpty()) {
            return;
        }
        long from = wanted.keySet().iterator().next();
        long last = wanted.keySet().stream().mapToLong(Long::longValue).max().orElse(from);
        try (PartitionReading reading = log.scan(topic, Map.of(partition, from))) {
            int silent = 0;
            while (reading.positions().getOrDefault(partition, from) <= last && silent < SILENT_POLLS) {
                List<ReceivedRecord> records = reading.next(POLL);
                silent = records.isEmpty() ? silent + 1 : 0;
                for (ReceivedRecord record : records) {
                    RecordPlace place = wanted.get(record.offset());
                    // A recreated topic has other records at the same offsets.
                    if (place != null && place.appended().equals(record.appended())) {
                        found.put(place, record);
                    }
                }
            }
        }
    }

    static RecordAnswer answer(Found found) {
        RecordPlace place = found.place();
        RecordAnswerBuilder answer = RecordAnswerBuilder.builder()
                .topic(place.topic())
                .partition(place.partition())
                .offset(place.offset())
                .appended(place.appended());
        ReceivedRecord record = found.record();
        if (record == null) {
            return answer.headers(Map.of()).gone(true).build();
        }
        byte[] value = record.value();
        answer.key(record.keyText()).headers(record.headers().texts()).bytes(value == null ? 0 : value.length);
        if (value != null) {
            show(answer, value);
        }
        return answer.build();
    }

    private static void show(RecordAnswerBuilder answer, byte[] value) {
        try {
            answer.value(Json.read(value));
        } catch (ContractException e) {
            // Safe: a value that is not JSON is shown as text.
            answer.text(text(value));
        }
    }

    private static String text(byte[] value) {
        ByteBuffer beginning = ByteBuffer.wrap(value, 0, Math.min(value.length, MOST_TEXT));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(beginning)
                    .toString();
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new IllegalStateException("the decoder replaces malformed input", e);
        }
    }
}
