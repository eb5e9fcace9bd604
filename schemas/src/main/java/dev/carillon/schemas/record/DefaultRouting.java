package dev.carillon.schemas.record;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;

/** The setting by which ticks are routed whose schedules name no strategy. */
public final class DefaultRouting {
    /** Its name, and the key of its record. */
    public static final String NAME = "default-routing";

    /** What holds while nobody has set any. */
    public static final Routing UNSET = Routing.HASH;

    private static final String FIELD = "routing";

    private DefaultRouting() {}

    public static Setting of(Routing routing) {
        RawJson value = RawJson.parse("{\"" + FIELD + "\":\"" + Fields.spelled(routing) + "\"}");
        return new Setting(NAME, value, Map.of());
    }

    /** The strategy that the setting names, or a ContractException that says what it should. */
    public static Routing in(Setting setting) {
        Fields fields = Json.readObject(setting.value().bytes());
        return fields.required(FIELD, fields.choice(FIELD, Routing.class));
    }
}
