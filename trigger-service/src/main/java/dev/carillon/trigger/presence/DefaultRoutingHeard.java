package dev.carillon.trigger.presence;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.work.Routing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The default routing, as the topic {@code settings} has it. One thread owns it. */
final class DefaultRoutingHeard {
    private final String source;
    private final Consumer<ContractException> unreadable;
    private Routing now = DefaultRouting.UNSET;

    /**
     * Begins without a setting.
     *
     * @param unreadable called for a setting that can't be read; the one before stays in force
     */
    DefaultRoutingHeard(String source, Consumer<ContractException> unreadable) {
        this.source = source;
        this.unreadable = unreadable;
    }

    Routing now() {
        return now;
    }

    /** Applies a record of {@code settings}; returns the event to publish if the default routing changes. */
    Optional<Event> read(byte @Nullable [] key, byte @Nullable [] value, Instant at) {
        if (key == null || !DefaultRouting.NAME.equals(new String(key, StandardCharsets.UTF_8))) {
            return Optional.empty(); // Another setting.
        }
        Routing before = now;
        try {
            now = value == null ? DefaultRouting.UNSET : DefaultRouting.in(Kind.SETTING.decode(value));
        } catch (ContractException e) {
            unreadable.accept(e);
        }
        return now == before ? Optional.empty() : Optional.of(changed(before, at));
    }

    private Event changed(Routing before, Instant at) {
        String to = Fields.spelled(now);
        String from = Fields.spelled(before);
        String message =
                "default routing changed from " + from + " to " + to + ": it applies to schedules that name no routing";
        RawJson data = RawJson.parse("{\"routing\":\"" + to + "\",\"before\":\"" + from + "\"}");
        return new Event(EventType.BALANCER_CHANGED, DefaultRouting.NAME, at, source, message, data, Map.of());
    }
}
