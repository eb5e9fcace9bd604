package dev.carillon.cli.execution;

import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats the status of one execution: its state and why, its attempts, and what to do next. */
public final class ExecutionWords {
    private static final int LABEL = 11;
    /** The width that the other columns leave of a usual line. */
    private static final int MESSAGE = 36;

    private final ExecutionStatus status;
    private final Instant now;
    private final TerminalColors paint;
    private final List<String> lines = new ArrayList<>();

    private ExecutionWords(ExecutionStatus status, Instant now, TerminalColors paint) {
        this.status = status;
        this.now = now;
        this.paint = paint;
    }

    public static List<String> of(ExecutionStatus status, Instant now, TerminalColors paint) {
        ExecutionWords words = new ExecutionWords(status, now, paint);
        words.headline();
        words.attempts();
        words.times();
        next(status).forEach(next -> words.lines.add("Next: " + next));
        return List.copyOf(words.lines);
    }

    private void headline() {
        lines.add(paint.strong(status.key().toString()) + "  " + coloured(status.state()));
        LineWrapping.lines(sentence(status), 0).forEach(lines::add);
    }

    private String coloured(ExecutionState state) {
        String name = state.name().toLowerCase(Locale.ROOT);
        return switch (state) {
            case SUCCEEDED -> paint.good(name);
            case FAILED, CANCELLED, EXPIRED -> paint.bad(name);
            case PENDING, QUEUED, RUNNING, RETRYING, SKIPPED -> paint.warning(name);
        };
    }

    /** The state and its reason, as a sentence. */
    static String sentence(ExecutionStatus status) {
        Outcome outcome = status.outcome();
        String words = outcome == null ? TextPieces.oneLine(status.why()) : "it " + OutcomeSentence.predicate(outcome);
        return words.isEmpty() ? "" : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
    }

    private void attempts() {
        if (status.attempts().isEmpty()) {
            return;
        }
        lines.add("");
        TextTable table = new TextTable("ATTEMPT", "STATUS", "WORKER", "STARTED", "TOOK", "MESSAGE");
        for (ExecutionStatus.Attempt attempt : status.attempts()) {
            table.row(
                    Integer.toString(attempt.number()),
                    word(attempt.status()),
                    attempt.worker() == null ? "-" : attempt.worker(),
                    attempt.started() == null ? "-" : time(attempt.started()),
                    took(attempt),
                    message(attempt));
        }
        lines.addAll(table.lines());
    }

    private static String word(@Nullable ResultStatus status) {
        if (status == null) {
            return "not started";
        }
        return status == ResultStatus.STARTED ? "running" : Fields.spelled(status);
    }

    /** Omits the date of an attempt on the execution's own day, which its key shows. */
    private String time(Instant instant) {
        String whole = TextPieces.second(instant);
        String day = TextPieces.second(status.key().execTime().instant()).substring(0, "2026-11-18T".length());
        return whole.startsWith(day) ? whole.substring(day.length()) : whole;
    }

    private String took(ExecutionStatus.Attempt attempt) {
        Instant started = attempt.started();
        if (started == null) {
            return "-";
        }
        if (attempt.finished() != null) {
            return TextPieces.duration(Duration.between(started, attempt.finished()));
        }
        return attempt.status() == ResultStatus.STARTED
                ? TextPieces.duration(Duration.between(started, now)) + "…"
                : "-";
    }

    private static String message(ExecutionStatus.Attempt attempt) {
        String words = attempt.message() == null ? "" : TextPieces.oneLine(attempt.message());
        return words.length() <= MESSAGE ? words : words.substring(0, MESSAGE - 1) + "…";
    }

    private void line(String label, String words) {
        lines.addAll(LineWrapping.lines(TextPieces.padded(label, LABEL) + words, LABEL));
    }

    private void times() {
        lines.add("");
        Task task = status.task();
        if (task != null) {
            line(
                    "Work",
                    "type " + task.work().type() + ", queue " + task.work().queue() + ", priority "
                            + Fields.spelled(task.work().priority()) + ", at most "
                            + TextPieces.count(task.work().retry().maxRetries() + 1, "attempt", "attempts")
                            + ", origin " + Fields.spelled(task.origin()));
        }
        line("Due", when(status.key().execTime().instant()));
        if (status.nextAttempt() != null) {
            line("Next try", when(status.nextAttempt()));
        }
        if (status.cancelAsked() != null) {
            line("Cancel", "requested at " + when(status.cancelAsked()));
        }
        if (status.outcome() != null) {
            line("Ended", when(status.outcome().decidedAt()));
        }
        TaskPosition where = status.where();
        if (where != null) {
            line("Task", "is in " + where.topic() + "-" + where.partition() + "@" + where.offset());
        }
    }

    private String when(Instant instant) {
        return TextPieces.second(instant) + " (" + TextPieces.relative(instant, now) + ")";
    }

    /** The commands to continue with. */
    static List<String> next(ExecutionStatus status) {
        String key = status.key().toString();
        return switch (status.state()) {
            case PENDING, RUNNING, RETRYING ->
                status.cancelAsked() == null
                        ? List.of("carillon cancel " + key)
                        : List.of("carillon events --key " + key);
            case QUEUED -> List.of("carillon workers", "carillon cancel " + key);
            case SUCCEEDED -> List.of("carillon results --key " + key);
            case FAILED -> List.of("carillon results --key " + key, "carillon dlq show " + key);
            case CANCELLED, EXPIRED -> List.of("carillon results --key " + key);
            case SKIPPED ->
                List.of("carillon why " + status.key().taskId() + " --at "
                        + status.key().execTime());
        };
    }
}
