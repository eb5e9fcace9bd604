package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/** The progress of the trigger: all ticks before this due instant and, at it, those up to this taskId are decided. */
public record DecidedUpTo(Instant due, String taskId) implements Comparable<DecidedUpTo> {
    /** Sorts after every taskId. */
    private static final String LAST = "~";

    private static final Comparator<DecidedUpTo> ORDER =
            Comparator.comparing(DecidedUpTo::due).thenComparing(DecidedUpTo::taskId);

    /** All ticks of an instant. */
    public static DecidedUpTo allOf(Instant due) {
        return new DecidedUpTo(due, LAST);
    }

    /** Whether all ticks of the instant are decided. */
    public boolean isWhole() {
        return taskId.equals(LAST);
    }

    /** The last instant of which the tick of this schedule is decided. */
    public Instant lastOf(String schedule) {
        return taskId.compareTo(schedule) >= 0 ? due : due.minusSeconds(1);
    }

    /** The later of the two. */
    public DecidedUpTo orLater(DecidedUpTo other) {
        return compareTo(other) > 0 ? this : other;
    }

    static DecidedUpTo read(Fields f) {
        return new DecidedUpTo(
                f.required("due", f.instant("due")),
                Objects.requireNonNullElse(f.text("taskId", TaskId.MAX_LENGTH), LAST));
    }

    static void write(DecidedUpTo r, FieldWriter out) {
        out.instant("due", r.due).text("taskId", r.taskId, TaskId.MAX_LENGTH);
    }

    @Override
    public int compareTo(DecidedUpTo other) {
        return ORDER.compare(this, other);
    }
}
