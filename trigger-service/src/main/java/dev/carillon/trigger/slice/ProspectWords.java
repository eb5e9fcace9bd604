package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.slice.Outlook.Tick;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Says whether a schedule will fire, and if not, why. */
final class ProspectWords {
    private static final int NAMED = 3;

    private final Standing standing;
    private final Schedule schedule;
    private final PlannedTicks ticks;

    ProspectWords(Standing standing, Schedule schedule, PlannedTicks ticks) {
        this.standing = standing;
        this.schedule = schedule;
        this.ticks = ticks;
    }

    Prospect of(Instant now, List<Tick> next) {
        Standing.Broken broken = standing.broken();
        if (broken != null && standing.isParked()) {
            return new Prospect(
                    Prospect.Kind.BROKEN,
                    "parked since " + broken.since() + ": " + broken.message() + " (" + broken.code() + ")",
                    "carillon schedule apply -f FILE, with its times changed");
        }
        Standing.Pause pause = standing.pause();
        if (pause != null && pause.reason() != null) {
            return new Prospect(
                    Prospect.Kind.PAUSED_BY_FAILURES,
                    "it has paused itself: " + pause.reason() + "; since " + pause.since(),
                    resume());
        }
        if (!schedule.enabled()) {
            String reason = schedule.pausedReason();
            String since = pause == null ? "" : " since " + pause.since();
            return new Prospect(
                    Prospect.Kind.PAUSED, "paused" + since + (reason == null ? "" : ": " + reason), resume());
        }
        if (standing.isComplete()) {
            Long most = schedule.when().maxRuns();
            return complete("it has had its " + most + (most != null && most == 1 ? " run" : " runs") + " (maxRuns)");
        }
        if (!next.isEmpty()) {
            Tick tick = next.get(0);
            String nominal = tick.due().equals(tick.nominal()) ? "" : ", put off by its jitter from " + tick.nominal();
            return new Prospect(Prospect.Kind.ACTIVE, "fires next at " + tick.due() + nominal, null);
        }
        return schedule.when().dependsOn().isEmpty() ? silent(now) : dependent(now);
    }

    private String resume() {
        return "carillon schedule resume " + schedule.taskId();
    }

    private static Prospect complete(String why) {
        return new Prospect(Prospect.Kind.COMPLETE, "complete: " + why, null);
    }

    private Prospect dependent(Instant now) {
        Instant until = schedule.when().until();
        if (until != null && until.isBefore(now)) {
            return complete("its period ended at " + until);
        }
        List<String> named = schedule.when().dependsOn();
        String words = "fires when " + String.join(", ", named.subList(0, Math.min(NAMED, named.size())))
                + (named.size() > NAMED ? " and " + (named.size() - NAMED) + " more" : "")
                + (named.size() == 1 ? " has " : " have ")
                + schedule.when().dependsOnEnd().name().toLowerCase(Locale.ROOT);
        return new Prospect(Prospect.Kind.WAITS_FOR_ENDS, words, null);
    }

    /** No tick is coming. */
    private Prospect silent(Instant now) {
        When when = schedule.when();
        String calendar = when.calendar();
        PlannedTicks.Days days = ticks.days();
        if (days != null && days.calendar() == null) {
            return new Prospect(
                    Prospect.Kind.CALENDAR_MISSING,
                    "its calendar " + calendar + " does not exist, so its ticks are skipped",
                    "carillon calendar apply -f FILE");
        }
        if (when.afterEnd() != null && standing.memory().next() == null) {
            return afterEnd(now);
        }
        if (when.at() != null
                && !standing.jitter().due(schedule.taskId(), when.at()).isAfter(now)) {
            return complete("its one instant, " + when.at() + ", is past");
        }
        Instant until = when.until();
        if (until != null && ticks.firstDueAfter(now).isEmpty()) {
            return complete("its period ended at " + until);
        }
        if (calendar != null) {
            return new Prospect(
                    Prospect.Kind.NO_DAY_COUNTS,
                    "the calendar " + calendar + " leaves out all that it plans",
                    "carillon calendar get " + calendar);
        }
        return complete("it plans no later instant");
    }

    private Prospect afterEnd(Instant now) {
        Memory memory = standing.memory();
        Instant until = schedule.when().until();
        if (!memory.open().isEmpty()) {
            return new Prospect(
                    Prospect.Kind.WAITS_FOR_ENDS,
                    "fires after the end of " + memory.open().get(0) + ", which is open",
                    "carillon status " + memory.open().get(0));
        }
        if (until != null && (standing.marked() || until.isBefore(now))) {
            return complete("its period ends at " + until + ", before its next instant");
        }
        return new Prospect(Prospect.Kind.WAITS_FOR_ENDS, "fires after its own ends; no instant is known yet", null);
    }
}
