package dev.carillon.cli.execution;

import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.insight.why.WhyAnswer;
import dev.carillon.insight.words.TextPieces;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Formats the answer of {@code carillon why} for the terminal. */
public final class WhyWords {
    private WhyWords() {}

    /**
     * The lines of an answer.
     *
     * @param zone the time zone of the schedule
     */
    public static List<String> of(WhyAnswer answer, Instant now, ZoneId zone, TerminalColors paint) {
        List<String> lines = new ArrayList<>();
        String local = zone.getRules().isFixedOffset()
                ? ""
                : ", " + answer.at().atZone(zone).toLocalDateTime() + " in " + zone;
        lines.add(paint.strong(answer.taskId() + " at " + answer.at()) + " (" + TextPieces.relative(answer.at(), now)
                + local + ")");
        LineWrapping.lines(answer.sentence(), 0).forEach(line -> lines.add(colour(answer.verdict(), line, paint)));
        answer.details().forEach(detail -> lines.addAll(LineWrapping.lines("  " + detail, 2)));
        if (!answer.evidence().isEmpty()) {
            lines.add("Evidence:");
            int widest = answer.evidence().stream()
                    .mapToInt(one -> one.what().length())
                    .max()
                    .orElse(0);
            answer.evidence()
                    .forEach(one -> lines.add("  " + TextPieces.padded(one.what(), widest) + "  " + one.place() + "  "
                            + paint.faint(TextPieces.second(one.appended()))));
        }
        answer.next().forEach(next -> lines.add("Next: " + next));
        return List.copyOf(lines);
    }

    private static String colour(WhyAnswer.Verdict verdict, String sentence, TerminalColors paint) {
        return switch (verdict) {
            case DISPATCHED, NOT_DUE_YET -> paint.good(sentence);
            case SKIPPED,
                    TO_BE_SKIPPED,
                    NOT_PLANNED,
                    NO_SUCH_TIME,
                    OTHER_PASSING,
                    OUTSIDE_PERIOD,
                    PAUSED,
                    WAITING,
                    COMPLETED,
                    NOT_MADE,
                    DELETED,
                    DEFINED_LATER -> paint.warning(sentence);
            case BROKEN, NOT_DECIDED_YET, NEVER_ACCEPTED, UNKNOWN_SCHEDULE, NO_LONGER_KEPT, UNEXPLAINED ->
                paint.bad(sentence);
        };
    }
}
