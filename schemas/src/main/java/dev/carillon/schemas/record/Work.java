package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.QueueName;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The work and how it is run: the fields that a Schedule passes on to its Tasks. They are top-level fields in both. */
public record Work(
        String type,
        String queue,
        Priority priority,
        Duration timeout,
        RawJson payload,
        @Nullable Shards shards,
        Retry retry,
        IfWorkerDies ifWorkerDies,
        @Nullable String name,
        Map<String, String> labels) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    /** Work with a type and a payload, and defaults for all other fields. */
    public static Work of(String type, RawJson payload) {
        return new Work(
                type,
                QueueName.DEFAULT,
                Priority.NORMAL,
                DEFAULT_TIMEOUT,
                payload,
                null,
                Retry.DEFAULT,
                IfWorkerDies.RETRY,
                null,
                Map.of());
    }

    /** Takes the fields that a Schedule passes on to its Tasks. */
    public static Work read(Fields f) {
        return new Work(
                f.requiredWord("type", Limits.TYPE),
                Objects.requireNonNullElse(f.parsed("queue", Limits.CHECKED_TEXT, QueueName::check), QueueName.DEFAULT),
                Objects.requireNonNullElse(f.choice("priority", Priority.class), Priority.NORMAL),
                Objects.requireNonNullElse(
                        f.duration("timeout", Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT), DEFAULT_TIMEOUT),
                Objects.requireNonNullElse(f.raw("payload", Limits.PAYLOAD_BYTES), RawJson.NULL),
                f.object("shards", Shards::read),
                Objects.requireNonNullElse(f.object("retry", Retry::read), Retry.DEFAULT),
                Objects.requireNonNullElse(f.choice("ifWorkerDies", IfWorkerDies.class), IfWorkerDies.RETRY),
                f.word("name", Limits.NAME),
                f.textMap("labels", Limits.LABELS, Limits.LABEL_NAME, Limits.LABEL_VALUE));
    }

    void write(FieldWriter out) {
        writeBeforePayload(out);
        out.raw("payload", payload, Limits.PAYLOAD_BYTES);
        writeAfterPayload(out);
        writeNames(out);
    }

    /** The part that many tasks share. */
    public void writeBeforePayload(FieldWriter out) {
        out.word("type", type, Limits.TYPE)
                .parsed("queue", queue, Limits.CHECKED_TEXT, QueueName::check)
                .choice("priority", priority)
                .duration("timeout", timeout, Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT);
    }

    /** The other part that many tasks share. */
    public void writeAfterPayload(FieldWriter out) {
        out.object("shards", shards, Shards::write)
                .object("retry", retry, Retry::write)
                .choice("ifWorkerDies", ifWorkerDies);
    }

    public void writeNames(FieldWriter out) {
        out.word("name", name, Limits.NAME);
        writeLabels(out);
    }

    /** Labels, too, are shared by many tasks. */
    public void writeLabels(FieldWriter out) {
        out.textMap("labels", labels, Limits.LABELS, Limits.LABEL_NAME, Limits.LABEL_VALUE);
    }

    public Work withPriority(Priority other) {
        return new Work(type, queue, other, timeout, payload, shards, retry, ifWorkerDies, name, labels);
    }

    public Work withQueue(String other) {
        return new Work(type, other, priority, timeout, payload, shards, retry, ifWorkerDies, name, labels);
    }

    public Work withTimeout(Duration other) {
        return new Work(type, queue, priority, other, payload, shards, retry, ifWorkerDies, name, labels);
    }

    public Work withRetry(Retry other) {
        return new Work(type, queue, priority, timeout, payload, shards, other, ifWorkerDies, name, labels);
    }

    public Work withIfWorkerDies(IfWorkerDies other) {
        return new Work(type, queue, priority, timeout, payload, shards, retry, other, name, labels);
    }
}
