package dev.carillon.trigger.slice;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import java.nio.charset.StandardCharsets;

/** Definitions as an author writes them. */
public final class TestSchedules {
    private TestSchedules() {}

    /** A schedule of this name with these fields, in JSON without braces and with single quotes. */
    public static Schedule of(String taskId, String fields) {
        String json = "{'taskId':'" + taskId + "','type':'shell'," + fields + "}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
