package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/** How far the trigger has come: all ticks up to this due instant and, within it, up to this taskId are decided. */
public record Reached(Instant due, String taskId) implements Comparable<Reached> {
    private static final Comparator<Reached> ORDER =
            Comparator.comparing(Reached::due).thenComparing(Reached::taskId);

    /** All of an instant: no taskId sorts behind this one, as tilde is not allowed in them. */
    public static Reached allOf(Instant due) {
        return new Reached(due, "~");
    }

    /** Whether all of the instant is decided. */
    public boolean isWhole() {
        return taskId.equals("~");
    }

    /** Whichever of the two lies further on. */
    public Reached orLater(Reached other) {
        return compareTo(other) > 0 ? this : other;
    }

    static Reached read(Fields f) {
        return new Reached(
                f.required("due", f.instant("due")),
                Objects.requireNonNullElse(f.text("taskId", TaskId.MAX_LENGTH), "~"));
    }

    static void write(Reached r, FieldWriter out) {
        out.instant("due", r.due).text("taskId", r.taskId, TaskId.MAX_LENGTH);
    }

    @Override
    public int compareTo(Reached other) {
        return ORDER.compare(this, other);
    }
}
