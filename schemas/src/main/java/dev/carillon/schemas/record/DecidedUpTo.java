package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/** The progress of the trigger: all ticks before this due instant and, at it, those up to this taskId are decided. */
public record DecidedUpTo(Instant due, String taskId) implements Comparable<DecidedUpTo> {
    private static final Comparator<DecidedUpTo> ORDER =
            Comparator.comparing(DecidedUpTo::due).thenComparing(DecidedUpTo::taskId);

    /** All ticks of an instant: tilde sorts after every taskId. */
    public static DecidedUpTo allOf(Instant due) {
        return new DecidedUpTo(due, "~");
    }

    /** Whether all ticks of the instant are decided. */
    public boolean isWhole() {
        return taskId.equals("~");
    }

    /** The later of the two. */
    public DecidedUpTo orLater(DecidedUpTo other) {
        return compareTo(other) > 0 ? this : other;
    }

    static DecidedUpTo read(Fields f) {
        return new DecidedUpTo(
                f.required("due", f.instant("due")),
                Objects.requireNonNullElse(f.text("taskId", TaskId.MAX_LENGTH), "~"));
    }

    static void write(DecidedUpTo r, FieldWriter out) {
        out.instant("due", r.due).text("taskId", r.taskId, TaskId.MAX_LENGTH);
    }

    @Override
    public int compareTo(DecidedUpTo other) {
        return ORDER.compare(this, other);
    }
}
