package dev.carillon.schemas.worker;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.WorkerRef;
import java.util.Map;

/** A sign of life of a worker with open claims (kind {@code lease} in {@code results}). */
public record Lease(WorkerRef worker, Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Lease read(Fields f) {
        VersionField.check(f, V);
        return new Lease(f.required("worker", f.object("worker", WorkerRef::read)), f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V).object("worker", worker, WorkerRef::write).rest(rest);
    }
}
