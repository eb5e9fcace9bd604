package dev.carillon.schemas.schedule;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Routing;
import java.util.Map;

/** The setting that routes ticks of schedules that name no strategy. */
public final class DefaultRouting {
    /** The setting's name, which is the key of its record. */
    public static final String NAME = "default-routing";

    /** The strategy while the setting is not set. */
    public static final Routing UNSET = Routing.HASH;

    private static final String FIELD = "routing";

    private DefaultRouting() {}

    public static Setting of(Routing routing) {
        RawJson value = RawJson.parse("{\"" + FIELD + "\":\"" + Fields.spelled(routing) + "\"}");
        return new Setting(NAME, value, Map.of());
    }

    /** The strategy that the setting names; throws a ContractException if it names none. */
    public static Routing in(Setting setting) {
        Fields fields = Json.readObject(setting.value().bytes());
        return fields.required(FIELD, fields.choice(FIELD, Routing.class));
    }
}
