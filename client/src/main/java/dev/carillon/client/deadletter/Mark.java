package dev.carillon.client.deadletter;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.AuditEntry;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was done with a letter.
 *
 * @param key the new execution, of a letter that was replayed
 */
public record Mark(
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
        private final String words;

        Deed(String action, String words) {
            this.action = action;
            this.words = words;
        }
    }

    /** {@code replayed as report:… by ann}. */
    public String words() {
        return deed.words
                + (key == null ? "" : " as " + key)
                + (by == null ? "" : " by " + by)
                + (reason == null ? "" : ": " + reason);
    }

    /** The entry in {@code audit}; it names the letter's time too, as a position alone may be used again one day. */
    AuditEntry entry(Letter letter) {
        ObjectNode before = JsonNodeFactory.instance.objectNode();
        before.put(KEY, letter.key());
        before.put(CAUSE, letter.cause());
        before.put(APPENDED, letter.appended().toString());
        RawJson after = key == null
                ? null
                : RawJson.of(JsonNodeFactory.instance.objectNode().put(KEY, key));
        return new AuditEntry(
                letter.position().toString(), deed.action, at, by, reason, RawJson.of(before), after, Map.of());
    }

    /** A mark with the letter that it is on. */
    record Placed(LetterPosition position, Instant appended, Mark mark) {}

    /** Empty for an entry that speaks of something else. */
    static Optional<Placed> read(AuditEntry entry) {
        Optional<Deed> deed = Arrays.stream(Deed.values())
                .filter(one -> one.action.equals(entry.action()))
                .findFirst();
        Optional<LetterPosition> position = LetterPosition.find(entry.subject());
        Optional<Instant> appended = text(entry.before(), APPENDED).map(Instant::parse);
        if (deed.isEmpty() || position.isEmpty() || appended.isEmpty()) {
            return Optional.empty();
        }
        Mark mark = new Mark(
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
