package dev.carillon.client.deadletter;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Records that a dead letter was replayed or dropped.
 *
 * @param key the key of the new execution, after a replay
 */
public record DeadLetterMark(
        Deed deed,
        Instant at,
        @Nullable String by,
        @Nullable String reason,
        @Nullable String key) {
    private static final String KEY = "key";
    private static final String APPENDED = "appended";

    /** The kinds of marks. */
    public enum Deed {
        REPLAYED("replay-dead-letter", "replayed"),
        DROPPED("drop-dead-letter", "dropped");

        private final String action;
        private final String participle;

        Deed(String action, String participle) {
            this.action = action;
            this.participle = participle;
        }
    }

    /** {@code replayed as report:… by ann}. */
    public String describe() {
        return deed.participle
                + (key == null ? "" : " as " + key)
                + (by == null ? "" : " by " + by)
                + (reason == null ? "" : ": " + reason);
    }

    /**
     * The entry in {@code audit}; it has the append time too, as the position may be used again if the topic is
     * re-created.
     */
    AuditEntry entry(StoredDeadLetter deadLetter) {
        RawJson before = json(new MarkedLetter(deadLetter.key(), deadLetter.cause(), deadLetter.appended()));
        RawJson after = key == null ? null : json(new Replay(key));
        return new AuditEntry(deadLetter.position().toString(), deed.action, at, by, reason, before, after, Map.of());
    }

    /** The dead letter as the entry has it; {@link #read} finds its fields by name. */
    private record MarkedLetter(String key, String cause, Instant appended) {}

    /** The new execution as the entry has it. */
    private record Replay(String key) {}

    private static RawJson json(Object entry) {
        return RawJson.written(Json.answer(entry).getBytes(StandardCharsets.UTF_8));
    }

    /** A mark and its dead letter. */
    record Placed(DeadLetterPosition position, Instant appended, DeadLetterMark mark) {}

    /** The mark in an audit entry; empty if the entry is no mark. */
    static Optional<Placed> read(AuditEntry entry) {
        Optional<Deed> deed = Arrays.stream(Deed.values())
                .filter(one -> one.action.equals(entry.action()))
                .findFirst();
        Optional<DeadLetterPosition> position = DeadLetterPosition.find(entry.subject());
        Optional<Instant> appended = text(entry.before(), APPENDED).flatMap(DeadLetterMark::instant);
        if (deed.isEmpty() || position.isEmpty() || appended.isEmpty()) {
            return Optional.empty();
        }
        DeadLetterMark mark = new DeadLetterMark(
                deed.get(),
                entry.at(),
                entry.by(),
                entry.reason(),
                text(entry.after(), KEY).orElse(null));
        return Optional.of(new Placed(position.get(), appended.get(), mark));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // Safe: any program may write to audit; such an entry is no mark of ours.
        }
    }

    private static Optional<String> text(@Nullable RawJson json, String field) {
        JsonNode node = json == null ? null : json.node().get(field);
        return node == null || !node.isString() ? Optional.empty() : Optional.of(node.stringValue());
    }
}
