package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Limits;

/**
 * A local time that a schedule names but a clock change of its zone skips, so that it is no tick.
 *
 * @param local the first such time of the schedule at that change, as a wall clock would have shown it
 */
public record LostTime(String taskId, String local) {
    /** The most that one event lists. */
    public static final int MOST = 500;

    private static final int MAX_LOCAL = 50;

    static LostTime read(Fields f) {
        return new LostTime(f.requiredWord("taskId", Limits.KEY), f.requiredWord("local", MAX_LOCAL));
    }

    static void write(LostTime l, FieldWriter out) {
        out.word("taskId", l.taskId, Limits.KEY).word("local", l.local, MAX_LOCAL);
    }
}
