package dev.carillon.cli.execution;

import dev.carillon.cli.terminal.Terminal;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.OutcomeStatus;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints the result of {@code carillon submit -f}: how many tasks were sent, and how they ended. */
record BatchAnswer(Terminal terminal, String source, boolean json) {

    void print(long sent, long bad, long awaited, Map<OutcomeStatus, Long> ends) {
        long missing =
                awaited - ends.values().stream().mapToLong(Long::longValue).sum();
        if (json) {
            ObjectNode answer =
                    JsonNodeFactory.instance.objectNode().put("sent", sent).put("bad", bad);
            if (awaited > 0) {
                ObjectNode outcomes = answer.putObject("outcomes");
                ends.forEach((status, count) -> outcomes.put(status.name(), count));
                answer.put("withoutOutcome", missing);
            }
            terminal.print(answer.toString());
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
