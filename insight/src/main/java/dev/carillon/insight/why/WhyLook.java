package dev.carillon.insight.why;

import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out from the topics why a tick did or did not run. */
public final class WhyLook {
    private final TickLook look;
    private final Instant now;
    private final String taskId;
    private final DefinitionHistory definitions;

    public WhyLook(TopicScan scan, TopicNames names, Instant now, String taskId) {
        this.look = new TickLook(scan, names, now);
        this.now = now;
        this.taskId = taskId;
        this.definitions = look.definitions(taskId);
    }

    /** Whether any version of the schedule is still kept. */
    public boolean isKnown() {
        return !definitions.all().isEmpty();
    }

    /** The time zone of the schedule, or of its last definition if it is deleted; UTC if it has none. */
    public ZoneId zone() {
        return definitions
                .current()
                .or(definitions::lastUsable)
                .map(DefinitionVersion::schedule)
                .map(schedule -> schedule.when().zone())
                .map(Timing::zone)
                .orElse(ZoneOffset.UTC);
    }

    /** The last instant that the schedule plans up to now. */
    public Optional<Instant> lastDue() {
        return timing().flatMap(timing ->
                InstantSearch.isPlanned(timing, now) ? Optional.of(now) : InstantSearch.before(timing, now));
    }

    /** The next instant at which the schedule will fire; none while it is paused, parked, complete or waits for ends. */
    public Optional<Instant> nextDue() {
        return definitions.current().flatMap(this::next).map(PlannedFire::at);
    }

    private Optional<PlannedFire> next(DefinitionVersion definition) {
        return Optional.ofNullable(
                ScheduleForecast.of(definition.schedule(), null, look.forecast(definition, taskId), now)
                        .next());
    }

    private Optional<Timing> timing() {
        return definitions.current().map(DefinitionVersion::timing);
    }

    public WhyAnswer why(Instant at) {
        return why(at, null);
    }

    /** Answers for a local time in the schedule's zone; its gap or fold decides about a skipped or repeated time. */
    public WhyAnswer why(LocalDateTime local) {
        ZoneId zone = zone();
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        if (change == null) {
            return why(local.atZone(zone).toInstant());
        }
        TickFacts.Question then = new TickFacts.Question(key(change.getInstant()), now, null);
        // The slices tell later which definition was in force; here the time it was written is close enough.
        Optional<WhyClocks> clocks = definitions
                .writtenUpTo(change.getInstant())
                .or(definitions::current)
                .map(definition -> new WhyClocks(then, new WhyDraft(then), definition));
        if (change.isOverlap()) {
            return why(clocks.map(one -> one.passing(local, change))
                    .orElseGet(() -> local.atZone(zone).toInstant()));
        }
        boolean replaced = clocks.filter(one -> one.standsFor(local)).isPresent();
        return why(change.getInstant(), replaced ? null : new ClockChange(zone, local, change, null));
    }

    /** Answers for an execution of the schedule that may be no tick, as one of a backfill. */
    public WhyAnswer why(ExecutionKey key) {
        return answer(new TickFacts.Question(key, now, null));
    }

    private WhyAnswer why(Instant at, @Nullable ClockChange lost) {
        return answer(new TickFacts.Question(key(at), now, lost));
    }

    private ExecutionKey key(Instant at) {
        return ExecutionKey.of(taskId, at);
    }

    private WhyAnswer answer(TickFacts.Question question) {
        return WhyTick.answer(look.facts(question, definitions));
    }
}
