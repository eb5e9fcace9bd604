package dev.carillon.schemas.worker;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.json.TextRules;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.WorkerRef;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A worker's sign of life, with what it serves and its load. Absent numbers are unknown on its system.
 *
 * @param positions how far it has fetched each of the partitions, in their order; empty from old workers
 */
@RecordBuilder
public record Heartbeat(
        WorkerRef worker,
        @Nullable String name,
        @Nullable String host,
        @Nullable String version,
        List<String> queues,
        List<String> types,
        Instant startedAt,
        Instant at,
        WorkerState state,
        Load load,
        List<String> partitions,
        List<Long> positions,
        Map<String, RawJson> rest) {
    public static final int V = 1;
    /** No attempt takes longer than the longest timeout, six days. */
    private static final int MAX_TASK_MILLIS = 1_000_000_000;

    private static final int MAX_SLOTS = 1_000_000;
    private static final int MAX_WAITING = 10_000_000;
    private static final int MAX_CPU = 1_000;
    /** A topic's name and a number. */
    private static final int MAX_PARTITION = 300;

    /**
     * Slots, and the load of the machine: cpu is a share of all cores from 0 to 1, memory and network are bytes.
     *
     * @param fetched tasks that wait only for a slot
     * @param taskMillis how long recent attempts took a slot, on average
     */
    @RecordBuilder
    public record Load(
            int capacity,
            int running,
            int held,
            int weight,
            @Nullable Double cpu,
            @Nullable Long memory,
            @Nullable Long networkBytes,
            @Nullable Long fetched,
            @Nullable Double taskMillis) {
        /** A load with the fields that all versions have. */
        public Load(
                int capacity,
                int running,
                int held,
                int weight,
                @Nullable Double cpu,
                @Nullable Long memory,
                @Nullable Long networkBytes) {
            this(capacity, running, held, weight, cpu, memory, networkBytes, null, null);
        }

        static Load read(Fields f) {
            return HeartbeatLoadBuilder.builder()
                    .capacity((int) f.number("capacity", 1, 0, MAX_SLOTS))
                    .running((int) f.number("running", 0, 0, MAX_SLOTS))
                    .held((int) f.number("held", 0, 0, MAX_WAITING))
                    .weight((int) f.number("weight", 1, 0, MAX_SLOTS))
                    .cpu(f.decimal("cpu", 0, MAX_CPU))
                    .memory(f.number("memory", 0, Long.MAX_VALUE))
                    .networkBytes(f.number("networkBytes", 0, Long.MAX_VALUE))
                    .fetched(f.number("fetched", 0, MAX_WAITING))
                    .taskMillis(f.decimal("taskMillis", 0, MAX_TASK_MILLIS))
                    .build();
        }

        static void write(Load l, FieldWriter out) {
            out.number("capacity", l.capacity, 0, MAX_SLOTS)
                    .number("running", l.running, 0, MAX_SLOTS)
                    .number("held", l.held, 0, MAX_WAITING)
                    .number("weight", l.weight, 0, MAX_SLOTS)
                    .decimal("cpu", l.cpu, 0, MAX_CPU)
                    .number("memory", l.memory, 0, Long.MAX_VALUE)
                    .number("networkBytes", l.networkBytes, 0, Long.MAX_VALUE)
                    .number("fetched", l.fetched, 0, MAX_WAITING)
                    .decimal("taskMillis", l.taskMillis, 0, MAX_TASK_MILLIS);
        }
    }

    public static Heartbeat read(Fields f) {
        VersionField.check(f, V);
        return HeartbeatBuilder.builder()
                .worker(f.required("worker", f.object("worker", WorkerRef::read)))
                .name(f.word("name", Limits.NAME))
                .host(f.word("host", Limits.NAME))
                .version(f.word("version", Limits.NAME))
                .queues(f.words("queues", Limits.LIST, Limits.CHECKED_TEXT, QueueName::check))
                .types(f.words("types", Limits.LIST, Limits.TYPE, TextRules::word))
                .startedAt(f.required("startedAt", f.instant("startedAt")))
                .at(f.required("at", f.instant("at")))
                .state(Objects.requireNonNullElse(f.choice("state", WorkerState.class), WorkerState.IDLE))
                .load(f.required("load", f.object("load", Load::read)))
                .partitions(f.texts("partitions", Limits.PARTITIONS, MAX_PARTITION))
                .positions(f.numbers("positions", Limits.PARTITIONS))
                .rest(f.rest())
                .build();
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .object("worker", worker, WorkerRef::write)
                .word("name", name, Limits.NAME)
                .word("host", host, Limits.NAME)
                .word("version", version, Limits.NAME)
                .words("queues", queues, Limits.LIST, Limits.CHECKED_TEXT, QueueName::check)
                .words("types", types, Limits.LIST, Limits.TYPE, TextRules::word)
                .instant("startedAt", startedAt)
                .instant("at", at)
                .choice("state", state)
                .object("load", load, Load::write)
                .texts("partitions", partitions, Limits.PARTITIONS, MAX_PARTITION)
                .numbers("positions", positions, Limits.PARTITIONS)
                .rest(rest);
    }
}
