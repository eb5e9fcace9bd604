package dev.carillon.console.history.fold;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Instants;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.trigger.AuditEntry;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads from the audit topic which dead letters were replayed or dropped. */
final class MarkFacts {
    private static final String REPLAY = "replay-dead-letter";
    private static final String DROP = "drop-dead-letter";
    private static final Pattern POSITION = Pattern.compile("dead-letters-([0-9]{1,6})@([0-9]{1,18})");

    private MarkFacts() {}

    static List<RecordFacts> of(AuditEntry entry) {
        boolean replayed = entry.action().equals(REPLAY);
        Matcher position = POSITION.matcher(entry.subject());
        String appended = text(entry.before(), "appended");
        if ((!replayed && !entry.action().equals(DROP)) || !position.matches() || appended == null) {
            return List.of();
        }
        try {
            return List.of(new RecordFacts.OfMark(
                    Integer.parseInt(position.group(1)),
                    Long.parseLong(position.group(2)),
                    Instants.parse("appended", ErrorCode.OUT_OF_RANGE, appended),
                    replayed,
                    text(entry.after(), "key"),
                    entry.at()));
        } catch (ContractException e) {
            // Safe: another program wrote this entry; it marks no dead letter.
            return List.of();
        }
    }

    private static @Nullable String text(@Nullable RawJson json, String field) {
        JsonNode node = json == null ? null : json.node().get(field);
        return node == null || !node.isString() ? null : node.stringValue();
    }
}
