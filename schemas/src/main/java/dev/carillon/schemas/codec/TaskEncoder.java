package dev.carillon.schemas.codec;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.JsonBytes;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Shards;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes large numbers of tasks to the same bytes as {@link Kind#TASK}, but faster, from cached pieces that many tasks
 * share. One thread owns it.
 */
public final class TaskEncoder {
    /** With more pieces of a kind the cache is cleared: then the tasks have few in common. */
    private static final int MAX_PIECES = 4_096;

    private static final byte[] NOTHING = {};
    private static final byte[] BEGIN = ascii("{\"v\":1,\"taskId\":\"");
    private static final byte[] EXEC_TIME = ascii("\",\"execTime\":\"");
    private static final byte[] NOMINAL = ascii("\",\"nominalTime\":\"");
    private static final byte[] ATTEMPT = ascii("\",\"attempt\":");
    private static final byte[] PAYLOAD = ascii(",\"payload\":");
    private static final byte[] NAME = ascii(",\"name\":\"");
    private static final byte[] NOT_BEFORE = ascii(",\"notBefore\":\"");
    private static final byte[] DEADLINE = ascii(",\"deadline\":\"");
    private static final byte[] VERSION = ascii(",\"scheduleVersion\":");
    private static final byte[] GENERATION = ascii(",\"generation\":");

    private final Map<Before, byte[]> beforePayload = new HashMap<>();
    private final Map<After, byte[]> afterPayload = new HashMap<>();
    private final Map<Map<String, String>, byte[]> labels = new HashMap<>();
    private final Map<Instant, byte[]> instants = new HashMap<>();
    private final Map<Origin, byte[]> origins = new EnumMap<>(Origin.class);
    private final JsonBytes bytes = new JsonBytes();

    /** The parts of the last task: the next task often has the same objects, and equals is much slower. */
    private @Nullable Before lastBefore;

    private byte[] lastBeforeBytes = NOTHING;
    private @Nullable After lastAfter;
    private byte[] lastAfterBytes = NOTHING;

    private record Before(String type, String queue, Priority priority, Duration timeout) {
        @SuppressWarnings("ReferenceEquality") // Equal parts of other identity are found in the map.
        boolean isOf(Work work) {
            return type == work.type()
                    && queue == work.queue()
                    && priority == work.priority()
                    && timeout == work.timeout();
        }
    }

    private record After(@Nullable Shards shards, Retry retry, IfWorkerDies ifWorkerDies) {
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(Work work) {
            return shards == work.shards() && retry == work.retry() && ifWorkerDies == work.ifWorkerDies();
        }
    }

    /** The key of the task's record. */
    public byte[] key(ExecutionKey key) {
        return key.bytes();
    }

    /** The value of the task's record. */
    public byte[] value(Task task) {
        ExecutionKey key = task.key();
        boolean usual = key != null
                && task.sub() == 0
                && task.delivery() == 1
                && task.replays() == 0
                && task.metadata().isEmpty()
                && task.rest().isEmpty();
        if (key == null || !usual) {
            return Kind.TASK.encode(task);
        }
        bytes.clear();
        bytes.add(BEGIN);
        bytes.ascii(task.taskId());
        bytes.add(EXEC_TIME);
        // Many ticks share an instant; each fresh key has its own.
        bytes.add(
                key.mayBeRouted()
                        ? instant(key.execTime().instant())
                        : key.execTime().bytes());
        if (task.nominalTime() != null) {
            bytes.add(NOMINAL);
            bytes.add(instant(task.nominalTime()));
        }
        bytes.add(ATTEMPT);
        bytes.number(task.attempt());
        work(task.work());
        time(NOT_BEFORE, task.notBefore());
        time(DEADLINE, task.deadline());
        bytes.add(origins.computeIfAbsent(
                task.origin(), origin -> ascii(",\"origin\":\"" + Fields.spelled(origin) + "\"")));
        number(VERSION, task.scheduleVersion());
        number(GENERATION, task.generation());
        bytes.add((byte) '}');
        Kind.TASK.checkSize(bytes.length());
        return bytes.copy();
    }

    private void work(Work work) {
        bytes.add(beforePayload(work));
        work.payload().check("payload", Limits.PAYLOAD_BYTES);
        bytes.add(PAYLOAD);
        bytes.add(work.payload());
        bytes.add(afterPayload(work));
        String name = work.name();
        if (name != null && isPlain(name)) {
            bytes.add(NAME);
            bytes.ascii(name);
            bytes.add((byte) '"');
        } else if (name != null) {
            // Most names belong to one schedule, so caching them would only cost memory.
            bytes.add(fields(out -> out.word("name", name, Limits.NAME)));
        }
        if (!work.labels().isEmpty()) {
            bytes.add(piece(labels, work.labels(), work::writeLabels));
        }
    }

    private byte[] beforePayload(Work work) {
        Before last = lastBefore;
        if (last == null || !last.isOf(work)) {
            last = new Before(work.type(), work.queue(), work.priority(), work.timeout());
            lastBefore = last;
            lastBeforeBytes = piece(beforePayload, last, work::writeBeforePayload);
        }
        return lastBeforeBytes;
    }

    private byte[] afterPayload(Work work) {
        After last = lastAfter;
        if (last == null || !last.isOf(work)) {
            last = new After(work.shards(), work.retry(), work.ifWorkerDies());
            lastAfter = last;
            lastAfterBytes = piece(afterPayload, last, work::writeAfterPayload);
        }
        return lastAfterBytes;
    }

    private static <K> byte[] piece(Map<K, byte[]> known, K key, Consumer<FieldWriter> fields) {
        byte[] piece = known.get(key);
        if (piece == null) {
            piece = fields(fields);
            remember(known, key, piece);
        }
        return piece;
    }

    private static <K> void remember(Map<K, byte[]> known, K key, byte[] piece) {
        if (known.size() >= MAX_PIECES) {
            known.clear();
        }
        known.put(key, piece);
    }

    /** Encodes fields with a leading comma and without braces. */
    private static byte[] fields(Consumer<FieldWriter> fields) {
        byte[] object = Json.writeObject(fields);
        if (object.length == 2) {
            return NOTHING;
        }
        byte[] piece = Arrays.copyOf(object, object.length - 1);
        piece[0] = ',';
        return piece;
    }

    private byte[] instant(Instant instant) {
        byte[] known = instants.get(instant);
        if (known == null) {
            known = ascii(instant.toString());
            remember(instants, instant, known);
        }
        return known;
    }

    private void time(byte[] name, @Nullable Instant instant) {
        if (instant != null) {
            bytes.add(name);
            bytes.add(instant(instant));
            bytes.add((byte) '"');
        }
    }

    private void number(byte[] name, @Nullable Long number) {
        if (number != null) {
            bytes.add(name);
            bytes.number(number);
        }
    }

    /** Whether a name is valid and needs no escapes in JSON. */
    private static boolean isPlain(String text) {
        int length = text.length();
        if (length == 0 || length > Limits.NAME || text.charAt(0) == ' ' || text.charAt(length - 1) == ' ') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
