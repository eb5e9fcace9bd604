package dev.carillon.system.checker.read;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.SliceSeen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which calendars were in force when, from {@code calendars} and the positions up to which slices applied it. */
public final class CalendarHistory {
    /**
     * One calendar from a watermark on.
     *
     * @param calendar null if there is none
     */
    record State(DecidedUpTo from, @Nullable Calendar calendar) {}

    private final Map<String, List<State>> byName = new HashMap<>();

    public static CalendarHistory of(Run run, Executions executions, SliceChain chain) {
        CalendarHistory history = new CalendarHistory();
        for (SliceSeen seen : chain.slices()) {
            long from = seen.slice().from().calendars();
            long to = seen.slice().to().calendars();
            for (SeenRecord record : run.in(run.names().calendars())) {
                if (record.offset() >= from && record.offset() < to) {
                    history.byName
                            .computeIfAbsent(record.keyText(), name -> new ArrayList<>())
                            .add(new State(seen.slice().before(), read(record, executions)));
                }
            }
        }
        return history;
    }

    /** An unusable calendar counts as deleted. */
    private static @Nullable Calendar read(SeenRecord record, Executions executions) {
        try {
            byte[] value = record.value();
            return value != null && executions.deadLettersOf(record).isEmpty() ? Kind.CALENDAR.decode(value) : null;
        } catch (ContractException e) {
            return null; // PutAsideCheck checks that it became a dead letter.
        }
    }

    /**
     * The states of a calendar by which a tick may have been decided: the one when the tick was due, and all until its
     * decision, because a late tick is decided by the calendar of that later time.
     *
     * @param due the tick: when it was due, and its taskId
     * @param decided when its task or its skip was written
     */
    public List<Optional<Calendar>> during(String name, DecidedUpTo due, Instant decided) {
        List<Optional<Calendar>> found = new ArrayList<>();
        Optional<Calendar> before = Optional.empty();
        for (State state : byName.getOrDefault(name, List.of())) {
            if (state.from().compareTo(due) < 0) {
                before = Optional.ofNullable(state.calendar());
            } else if (!state.from().due().isAfter(decided)) {
                found.add(Optional.ofNullable(state.calendar()));
            }
        }
        found.add(before);
        return found;
    }
}
