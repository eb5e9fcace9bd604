package dev.carillon.standalone.look;

import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the topics why a tick did or did not run. */
public final class WhyLook {
    private final TickLook look;
    private final Instant now;
    private final String taskId;
    private final Definitions definitions;

    public WhyLook(Pass pass, TopicNames names, Instant now, String taskId) {
        this.look = new TickLook(pass, names, now);
        this.now = now;
        this.taskId = taskId;
        this.definitions = look.definitions(taskId);
    }

    /** Whether anything was ever said of it. */
    public boolean isKnown() {
        return !definitions.all().isEmpty();
    }

    /** The zone of the schedule's cron expression, in which its people think; UTC if it has none. */
    public ZoneId zone() {
        return definitions
                .current()
                .map(Definition::schedule)
                .map(schedule -> schedule.when().zone())
                .map(Timing::zone)
                .orElse(ZoneOffset.UTC);
    }

    /** The last instant that the schedule plans up to now. */
    public Optional<Instant> lastDue() {
        return timing().flatMap(
                        timing -> Planned.isPlanned(timing, now) ? Optional.of(now) : Planned.before(timing, now));
    }

    /** The first instant after now at which the schedule will fire; none while it is paused. */
    public Optional<Instant> nextDue() {
        return definitions
                .current()
                .filter(definition ->
                        definition.schedule() != null && definition.schedule().enabled())
                .map(Definition::timing)
                .flatMap(timing -> timing.next(now));
    }

    private Optional<Timing> timing() {
        return definitions.current().map(Definition::timing);
    }

    public WhyAnswer why(Instant at) {
        return why(at, null);
    }

    /** Of a wall clock in the schedule's zone; one that it skips or repeats is answered by the schedule's rule for that. */
    public WhyAnswer why(LocalDateTime local) {
        ZoneId zone = zone();
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        if (change == null) {
            return why(local.atZone(zone).toInstant());
        }
        TickFacts.Question then = new TickFacts.Question(taskId, change.getInstant(), now, null);
        // Which definition counted is asked of the slices later on; here its time of writing is near enough.
        Optional<WhyClocks> clocks = definitions
                .writtenUpTo(change.getInstant())
                .or(definitions::current)
                .map(definition -> new WhyClocks(then, new WhyDraft(then), definition));
        if (change.isOverlap()) {
            return why(clocks.map(one -> one.passing(local, change))
                    .orElseGet(() -> local.atZone(zone).toInstant()));
        }
        boolean stoodFor = clocks.filter(one -> one.standsFor(local)).isPresent();
        return why(change.getInstant(), stoodFor ? null : new ClockChange(zone, local, change, null));
    }

    private WhyAnswer why(Instant at, @Nullable ClockChange lost) {
        return WhyTick.answer(look.facts(new TickFacts.Question(taskId, at, now, lost), definitions));
    }
}
