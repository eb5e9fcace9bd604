package dev.carillon.client.deadletter;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.trigger.AuditEntry;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
    private static final String CAUSE = "cause";
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
        ObjectNode before = JsonNodeFactory.instance.objectNode();
        before.put(KEY, deadLetter.key());
        before.put(CAUSE, deadLetter.cause());
        before.put(APPENDED, deadLetter.appended().toString());
        RawJson after = key == null
                ? null
                : RawJson.of(JsonNodeFactory.instance.objectNode().put(KEY, key));
        return new AuditEntry(
                deadLetter.position().toString(), deed.action, at, by, reason, RawJson.of(before), after, Map.of());
    }

    /** A mark and its dead letter. */
    record Placed(DeadLetterPosition position, Instant appended, DeadLetterMark mark) {}

    /** The mark in an audit entry; empty if the entry is no mark. */
    static Optional<Placed> read(AuditEntry entry) {
        Optional<Deed> deed = Arrays.stream(Deed.values())
                .filter(one -> one.action.equals(entry.action()))
                .findFirst();
        Optional<DeadLetterPosition> position = DeadLetterPosition.find(entry.subject());
        Optional<Instant> appended = text(entry.before(), APPENDED).map(Instant::parse);
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

    private static Optional<String> text(@Nullable RawJson json, String field) {
        JsonNode node = json == null ? null : json.node().get(field);
        return node == null || !node.isString() ? Optional.empty() : Optional.of(node.stringValue());
    }
}
