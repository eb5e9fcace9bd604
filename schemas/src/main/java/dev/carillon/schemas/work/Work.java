package dev.carillon.schemas.work;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.QueueName;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The work and how it is run: the fields that a Schedule passes on to its Tasks. They are top-level fields in both. */
@RecordBuilder
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
        return WorkBuilder.builder()
                .type(type)
                .queue(QueueName.DEFAULT)
                .priority(Priority.NORMAL)
                .timeout(DEFAULT_TIMEOUT)
                .payload(payload)
                .retry(Retry.DEFAULT)
                .ifWorkerDies(IfWorkerDies.RETRY)
                .labels(Map.of())
                .build();
    }

    /** Takes the fields that a Schedule passes on to its Tasks. */
    public static Work read(Fields f) {
        return WorkBuilder.builder()
                .type(f.requiredWord("type", Limits.TYPE))
                .queue(Objects.requireNonNullElse(
                        f.parsed("queue", Limits.CHECKED_TEXT, QueueName::check), QueueName.DEFAULT))
                .priority(Objects.requireNonNullElse(f.choice("priority", Priority.class), Priority.NORMAL))
                .timeout(Objects.requireNonNullElse(
                        f.duration("timeout", Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT), DEFAULT_TIMEOUT))
                .payload(Objects.requireNonNullElse(f.raw("payload", Limits.PAYLOAD_BYTES), RawJson.NULL))
                .shards(f.object("shards", Shards::read))
                .retry(Objects.requireNonNullElse(f.object("retry", Retry::read), Retry.DEFAULT))
                .ifWorkerDies(
                        Objects.requireNonNullElse(f.choice("ifWorkerDies", IfWorkerDies.class), IfWorkerDies.RETRY))
                .name(f.word("name", Limits.NAME))
                .labels(f.textMap("labels", Limits.LABELS, Limits.LABEL_NAME, Limits.LABEL_VALUE))
                .build();
    }

    public void write(FieldWriter out) {
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
        return WorkBuilder.builder(this).priority(other).build();
    }

    public Work withQueue(String other) {
        return WorkBuilder.builder(this).queue(other).build();
    }

    public Work withTimeout(Duration other) {
        return WorkBuilder.builder(this).timeout(other).build();
    }

    public Work withRetry(Retry other) {
        return WorkBuilder.builder(this).retry(other).build();
    }

    public Work withIfWorkerDies(IfWorkerDies other) {
        return WorkBuilder.builder(this).ifWorkerDies(other).build();
    }
}
