package dev.carillon.client.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The calendars of a cluster: the newest record of every name, without those that can't be read. */
public final class Calendars {
    private static final int ONLY_PARTITION = 0;
    private static final String APPLY = "apply-calendar";
    private static final String DELETE = "delete-calendar";

    private final RecordLog log;
    private final String topic;

    public Calendars(RecordLog log, TopicNames names) {
        this.log = log;
        this.topic = names.calendars();
    }

    /**
     * A calendar as stored in the topic.
     *
     * @param version the offset of its record
     */
    public record Stored(Calendar calendar, long version, Instant appended) {}

    /** All calendars, read to the current end of the topic, so that all earlier writes are seen. */
    public NavigableMap<String, Calendar> all() {
        NavigableMap<String, Calendar> newest = new TreeMap<>();
        stored().forEach((name, stored) -> newest.put(name, stored.calendar()));
        return newest;
    }

    /** As {@link #all}, with the versions. */
    public NavigableMap<String, Stored> stored() {
        NavigableMap<String, Stored> newest = new TreeMap<>();
        WholeTopic.read(log, topic, log.starts(topic), found -> {
            // An unreadable record counts as a deletion, as in the trigger.
            newest.remove(found.keyText());
            if (found.value() != null) {
                readable(found.value())
                        .ifPresent(calendar ->
                                newest.put(found.keyText(), new Stored(calendar, found.offset(), found.appended())));
            }
        });
        return newest;
    }

    private static Optional<Calendar> readable(byte[] value) {
        try {
            return Optional.of(Kind.CALENDAR.decode(value));
        } catch (ContractException e) {
            return Optional.empty(); // Safe: the trigger moves it to dead-letters and reports it.
        }
    }

    /** The named calendar, or NO_SUCH_CALENDAR with the most similar name. */
    public Calendar get(String name) {
        return getStored(name).calendar();
    }

    /** As {@link #get}, with its version. */
    public Stored getStored(String name) {
        Map<String, Stored> all = stored();
        Stored found = all.get(name);
        if (found != null) {
            return found;
        }
        String hint = NearestWord.to(name, all.keySet())
                .map(near -> "; did you mean " + near + "?")
                .orElse("; see them with: carillon calendar list");
        throw new ClientException(
                ClientProblem.NO_SUCH_CALENDAR, "there is no calendar " + ContractException.shown(name) + hint);
    }

    /** Writes the calendar; {@code before} is the one that it replaces. */
    public void put(Calendar calendar, @Nullable Calendar before, AuditTrail trail) {
        var unused = CalendarDays.of(calendar); // Refuses a zone that does not exist here.
        byte[] value = Kind.CALENDAR.encode(calendar);
        trail.note(APPLY, calendar.name(), null, before == null ? null : definition(before), RawJson.written(value));
        write(calendar.name(), value);
    }

    public void delete(Calendar before, AuditTrail trail) {
        trail.note(DELETE, before.name(), null, definition(before), null);
        write(before.name(), null);
    }

    private static RawJson definition(Calendar calendar) {
        return RawJson.written(Kind.CALENDAR.encode(calendar));
    }

    private void write(String name, byte @Nullable [] value) {
        log.append(new OutgoingRecord(
                topic, ONLY_PARTITION, name.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }
}
