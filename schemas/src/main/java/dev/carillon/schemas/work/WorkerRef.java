package dev.carillon.schemas.work;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;

/** A worker's id, and the incarnation: one start of its process. */
public record WorkerRef(String id, String incarnation) {

    public static WorkerRef read(Fields f) {
        return new WorkerRef(f.requiredWord("id", Limits.NAME), f.requiredWord("incarnation", Limits.NAME));
    }

    public static void write(WorkerRef w, FieldWriter out) {
        out.word("id", w.id, Limits.NAME).word("incarnation", w.incarnation, Limits.NAME);
    }
}
