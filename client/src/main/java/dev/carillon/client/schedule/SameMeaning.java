package dev.carillon.client.schedule;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Compares two definitions, regardless of the order and the spelling of their JSON. */
final class SameMeaning {
    private SameMeaning() {}

    /** Ignores the times of creation and change, which applying sets. */
    static boolean of(Schedule one, Schedule other) {
        Schedule first = one.withEnabledAsIn(null).withTimes(null, Instant.EPOCH);
        Schedule second = other.withEnabledAsIn(null).withTimes(null, Instant.EPOCH);
        // Only embedded JSON can be spelled differently and be equal.
        return first.equals(second)
                || (couldBeSame(first, second) && json(first).equals(SameMeaning::compare, json(second)));
    }

    private static boolean couldBeSame(Schedule one, Schedule other) {
        return one.enabled() == other.enabled()
                && one.when().equals(other.when())
                && one.work().type().equals(other.work().type());
    }

    /** Numbers are compared by their value: 1.50 is 1.5. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private static JsonNode json(Schedule schedule) {
        return Json.read(Kind.SCHEDULE.encode(schedule));
    }
}
