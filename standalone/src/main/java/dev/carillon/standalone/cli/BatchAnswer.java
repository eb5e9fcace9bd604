package dev.carillon.standalone.cli;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What came of a file of tasks, in one line for people or for programs. */
record BatchAnswer(Terminal terminal, String source, boolean json) {

    void tell(long sent, long bad, long awaited, Map<OutcomeStatus, Long> ends) {
        long silent =
                awaited - ends.values().stream().mapToLong(Long::longValue).sum();
        if (json) {
            ObjectNode answer =
                    JsonNodeFactory.instance.objectNode().put("sent", sent).put("bad", bad);
            if (awaited > 0) {
                ObjectNode outcomes = answer.putObject("outcomes");
                ends.forEach((status, count) -> outcomes.put(status.name(), count));
                answer.put("withoutOutcome", silent);
            }
            terminal.say(answer.toString());
            return;
        }
        String from = source.equals("-") ? "standard input" : source;
        String left = bad == 0 ? "" : "; " + Texts.count(bad, "bad line", "bad lines") + " left out";
        terminal.say("submitted " + Texts.count(sent, "task", "tasks") + " from " + from + left);
        if (awaited > 0) {
            String said = ends.entrySet().stream()
                    .map(end -> end.getValue() + " " + end.getKey().name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            String open = silent == 0 ? "" : (said.isEmpty() ? "" : ", ") + silent + " without an outcome yet";
            terminal.say("outcomes: " + said + open);
        }
    }
}
