package dev.carillon.timing.forecast;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.ScheduleOutlook.Tick;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Explains whether a schedule will fire, and if not, why. */
final class ProspectWords {
    private static final int MAX_NAMED = 3;

    private final ScheduleState state;
    private final Schedule schedule;
    private final PlannedTicks ticks;

    ProspectWords(ScheduleState state, Schedule schedule, PlannedTicks ticks) {
        this.state = state;
        this.schedule = schedule;
        this.ticks = ticks;
    }

    FiringProspect of(Instant now, List<Tick> next) {
        ScheduleState.Broken broken = state.broken();
        if (broken != null && state.isParked()) {
            return new FiringProspect(
                    FiringProspect.Kind.BROKEN,
                    "parked since " + broken.since() + ": " + broken.message() + " (" + broken.code() + ")",
                    "carillon schedule apply -f FILE, with its times changed");
        }
        ScheduleState.Pause pause = state.pause();
        if (pause != null && pause.reason() != null) {
            return new FiringProspect(
                    FiringProspect.Kind.PAUSED_BY_FAILURES,
                    "it has paused itself: " + pause.reason() + "; since " + pause.since(),
                    resume());
        }
        if (!schedule.enabled()) {
            String reason = schedule.pausedReason();
            String since = pause == null ? "" : " since " + pause.since();
            return new FiringProspect(
                    FiringProspect.Kind.PAUSED, "paused" + since + (reason == null ? "" : ": " + reason), resume());
        }
        if (state.isComplete()) {
            Long most = schedule.when().maxRuns();
            return complete("it has had its " + most + (most != null && most == 1 ? " run" : " runs") + " (maxRuns)");
        }
        if (!next.isEmpty()) {
            Tick tick = next.get(0);
            String nominal = tick.due().equals(tick.nominal()) ? "" : ", put off by its jitter from " + tick.nominal();
            return new FiringProspect(FiringProspect.Kind.ACTIVE, "fires next at " + tick.due() + nominal, null);
        }
        return schedule.when().dependsOn().isEmpty() ? noTick(now) : dependent(now);
    }

    private String resume() {
        return "carillon schedule resume " + schedule.taskId();
    }

    private static FiringProspect complete(String why) {
        return new FiringProspect(FiringProspect.Kind.COMPLETE, "complete: " + why, null);
    }

    private FiringProspect dependent(Instant now) {
        Instant until = schedule.when().until();
        if (until != null && until.isBefore(now)) {
            return complete("its period ended at " + until);
        }
        List<String> named = schedule.when().dependsOn();
        String words = "fires when " + String.join(", ", named.subList(0, Math.min(MAX_NAMED, named.size())))
                + (named.size() > MAX_NAMED ? " and " + (named.size() - MAX_NAMED) + " more" : "")
                + (named.size() == 1 ? " has " : " have ")
                + schedule.when().dependsOnEnd().name().toLowerCase(Locale.ROOT);
        return new FiringProspect(FiringProspect.Kind.WAITS_FOR_ENDS, words, null);
    }

    /** Explains why no tick is coming. */
    private FiringProspect noTick(Instant now) {
        FiringRule when = schedule.when();
        String calendar = when.calendar();
        PlannedTicks.Days days = ticks.days();
        if (days != null && days.calendar() == null) {
            return new FiringProspect(
                    FiringProspect.Kind.CALENDAR_MISSING,
                    "its calendar " + calendar + " does not exist, so its ticks are skipped",
                    "carillon calendar apply -f FILE");
        }
        if (when.afterEnd() != null && state.progress().next() == null) {
            return afterEnd(now);
        }
        if (when.at() != null
                && !state.jitter().due(schedule.taskId(), when.at()).isAfter(now)) {
            return complete("its one instant, " + when.at() + ", is past");
        }
        Instant until = when.until();
        if (until != null && ticks.firstDueAfter(now).isEmpty()) {
            return complete("its period ended at " + until);
        }
        if (calendar != null) {
            return new FiringProspect(
                    FiringProspect.Kind.NO_DAY_COUNTS,
                    "the calendar " + calendar + " leaves out all that it plans",
                    "carillon calendar get " + calendar);
        }
        return complete("it plans no later instant");
    }

    private FiringProspect afterEnd(Instant now) {
        TickProgress progress = state.progress();
        Instant until = schedule.when().until();
        if (!progress.open().isEmpty()) {
            return new FiringProspect(
                    FiringProspect.Kind.WAITS_FOR_ENDS,
                    "fires after the end of " + progress.open().get(0) + ", which is open",
                    "carillon status " + progress.open().get(0));
        }
        if (until != null && (state.marked() || until.isBefore(now))) {
            return complete("its period ends at " + until + ", before its next instant");
        }
        return new FiringProspect(
                FiringProspect.Kind.WAITS_FOR_ENDS, "fires after its own ends; no instant is known yet", null);
    }
}
