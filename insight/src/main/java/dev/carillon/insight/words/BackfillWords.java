package dev.carillon.insight.words;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.trigger.Backfill;
import java.util.ArrayList;
import java.util.List;

/** Formats the progress of a backfill. */
public final class BackfillWords {
    private static final int NAMED = 5;

    private BackfillWords() {}

    public static String sentence(Backfill backfill) {
        return backfill.from() + " to before " + backfill.to() + ": " + backfill.made() + " of "
                + TextPieces.count(backfill.planned(), "instant", "instants") + " made"
                + (backfill.leftOut() == 0 ? "" : ", " + backfill.leftOut() + " left out by its calendar") + ", "
                + backfill.open().size() + " open (at most " + backfill.maxRunning() + "), " + backfill.remaining()
                + " to go" + (backfill.isDecided() ? "" : " from " + backfill.next());
    }

    /** The progress with the open executions and the commands to continue with. */
    public static List<String> lines(String taskId, Backfill backfill) {
        List<String> lines = new ArrayList<>();
        lines.add("backfill of " + taskId + ", " + sentence(backfill));
        backfill.open().stream()
                .limit(NAMED)
                .forEach(open -> lines.add("  open: " + ExecutionKey.of(taskId, backfill.execTime(open.at()))));
        int more = backfill.open().size() - NAMED;
        if (more > 0) {
            lines.add("  and " + more + " more");
        }
        backfill.open().stream()
                .limit(1)
                .forEach(open ->
                        lines.add("Next: carillon why " + ExecutionKey.of(taskId, backfill.execTime(open.at()))));
        if (!backfill.isDecided()) {
            lines.add("Next: carillon schedule backfill " + taskId + " --cancel");
        }
        return List.copyOf(lines);
    }
}
