package dev.carillon.cli.cron;

import dev.carillon.cli.cron.CronExplanation.Fire;
import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.CronWarning;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a cron explanation for the terminal. */
public final class ExplanationText {
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm:ss xxx", Locale.ENGLISH);
    private static final int LABEL = 15;

    private final CronExplanation explanation;
    private final Instant now;
    private final TerminalColors paint;

    public ExplanationText(CronExplanation explanation, Instant now, TerminalColors paint) {
        this.explanation = explanation;
        this.now = now;
        this.paint = paint;
    }

    /** The id of the zone; Java's own id of UTC is {@code Z}. */
    public static String name(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    /** The instant as local time of the zone. */
    public static String local(Instant at, ZoneId zone) {
        return LOCAL.format(at.atZone(zone));
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(paint.strong(explanation.cron().words()));
        lines.add("");
        facts(lines);
        if (!explanation.next().isEmpty()) {
            lines.add("");
            lines.addAll(times());
        }
        if (!explanation.warnings().isEmpty()) {
            lines.add("");
            explanation.warnings().forEach(warning -> add(lines, warning));
        }
        return lines;
    }

    private void facts(List<String> lines) {
        fact(lines, "normal form", explanation.cron().normalForm());
        fact(lines, "zone", zone());
        if (!explanation.zone().getRules().isFixedOffset()) {
            fact(lines, "clock changes", clocks());
        }
        if (explanation.cron().hasHash()) {
            String id = explanation.question().taskId();
            boolean named = !id.equals(FireTimes.ANY_TASK);
            fact(lines, "H", "hashed from the taskId " + id + (named ? "" : "; give yours with --task-id ID"));
        }
    }

    private static void fact(List<String> lines, String label, String text) {
        lines.addAll(LineWrapping.lines(TextPieces.padded(label, LABEL) + text, LABEL));
    }

    private String zone() {
        ZoneId zone = explanation.zone();
        return zone.equals(ZoneOffset.UTC)
                ? "UTC"
                : zone.getId() + ", now at " + zone.getRules().getOffset(now);
    }

    private String clocks() {
        if (explanation.cron().countsElapsedTime()) {
            return "it fires in real time: not at all in a skipped hour, twice in a repeated one";
        }
        Gap gap = explanation.question().gap();
        Fold fold = explanation.question().fold();
        return "a skipped time " + (gap == Gap.SKIP ? "is left out" : "fires right after the change")
                + ", a repeated one "
                + switch (fold) {
                    case FIRST -> "the first time";
                    case LAST -> "the last time";
                    case BOTH -> "both times";
                };
    }

    private List<String> times() {
        TextTable table = new TextTable("FIRES AT", "LOCAL TIME IN " + name(explanation.zone()), "");
        explanation.next().forEach(fire -> row(table, fire));
        if (!explanation.atChanges().isEmpty()) {
            table.row("…", "", "");
            explanation.atChanges().forEach(fire -> row(table, fire));
        }
        return table.lines();
    }

    private void row(TextTable table, Fire fire) {
        table.row(
                fire.at().toString(),
                local(fire.at(), explanation.zone()),
                fire.mark() == null
                        ? TextPieces.relative(fire.at(), now)
                        : fire.mark().words());
    }

    private void add(List<String> lines, CronWarning warning) {
        List<String> wrapped = new ArrayList<>(LineWrapping.lines("warning: " + warning.message(), 9));
        wrapped.set(0, wrapped.get(0).replace("warning:", paint.warning("warning:")));
        lines.addAll(wrapped);
        if (warning.instead() != null) {
            lines.add("         Perhaps: " + warning.instead());
        }
    }
}
