package dev.carillon.console.history.fold;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.AuditEntry;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What audit says of dead letters: who replays or drops one leaves a mark there. */
final class MarkNews {
    private static final String REPLAY = "replay-dead-letter";
    private static final String DROP = "drop-dead-letter";
    private static final Pattern POSITION = Pattern.compile("dead-letters-([0-9]{1,6})@([0-9]{1,18})");

    private MarkNews() {}

    static List<News> of(AuditEntry entry) {
        boolean replayed = entry.action().equals(REPLAY);
        Matcher position = POSITION.matcher(entry.subject());
        String appended = text(entry.before(), "appended");
        if ((!replayed && !entry.action().equals(DROP)) || !position.matches() || appended == null) {
            return List.of();
        }
        try {
            return List.of(new News.OfMark(
                    Integer.parseInt(position.group(1)),
                    Long.parseLong(position.group(2)),
                    Instant.parse(appended),
                    replayed,
                    text(entry.after(), "key"),
                    entry.at()));
        } catch (DateTimeParseException e) {
            // Safe: an entry that somebody else wrote names no letter of ours.
            return List.of();
        }
    }

    private static @Nullable String text(@Nullable RawJson json, String field) {
        JsonNode node = json == null ? null : json.node().get(field);
        return node == null || !node.isString() ? null : node.stringValue();
    }
}
