package dev.carillon.cli.execution;

import dev.carillon.cli.terminal.Terminal;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.OutcomeStatus;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints the result of {@code carillon submit -f}: how many tasks were sent, and how they ended. */
record BatchAnswer(Terminal terminal, String source, boolean json) {

    /** The result as JSON; only those who wait see outcomes. */
    private record Counts(
            long sent,
            long bad,
            @Nullable Map<OutcomeStatus, Long> outcomes,
            @Nullable Long withoutOutcome) {}

    void print(long sent, long bad, long awaited, Map<OutcomeStatus, Long> ends) {
        long missing =
                awaited - ends.values().stream().mapToLong(Long::longValue).sum();
        if (json) {
            boolean waited = awaited > 0;
            terminal.print(Json.answer(new Counts(sent, bad, waited ? ends : null, waited ? (Long) missing : null)));
            return;
        }
        String from = source.equals("-") ? "standard input" : source;
        String left = bad == 0 ? "" : "; " + TextPieces.count(bad, "bad line", "bad lines") + " skipped";
        terminal.print("submitted " + TextPieces.count(sent, "task", "tasks") + " from " + from + left);
        if (awaited > 0) {
            String counts = ends.entrySet().stream()
                    .map(end -> end.getValue() + " " + end.getKey().name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            String open = missing == 0 ? "" : (counts.isEmpty() ? "" : ", ") + missing + " without an outcome yet";
            terminal.print("outcomes: " + counts + open);
        }
    }
}
