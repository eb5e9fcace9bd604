package dev.carillon.standalone.cli;

import dev.carillon.client.Applied;
import dev.carillon.client.Applied.Change;
import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.KnownSchedules;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code carillon schedule apply} answers: a line for each schedule, or of many their numbers. */
final class AppliedAnswer {
    /** More lines than this are not read. */
    private static final int MOST_LINES = 20;

    private static final String AGAIN = " (the same definition, given again to bring it into force)";

    private final Terminal terminal;
    private final Instant now;
    private final boolean dryRun;
    private final boolean json;

    AppliedAnswer(Terminal terminal, Instant now, boolean dryRun, boolean json) {
        this.terminal = terminal;
        this.now = now;
        this.dryRun = dryRun;
        this.json = json;
    }

    void say(List<Applied> done, KnownSchedules known) {
        if (json) {
            done.forEach(one -> terminal.say(json(one, known.plan(one.schedule()))));
            return;
        }
        boolean many = done.size() > MOST_LINES;
        List<Applied> shown = many
                ? done.stream().filter(one -> one.change() != Change.UNCHANGED).toList()
                : done;
        if (shown.size() <= MOST_LINES) {
            shown.forEach(one -> terminal.say(line(one, known.plan(one.schedule()))));
        }
        if (many) {
            terminal.say(summary(done));
        }
    }

    private String json(Applied one, Plan plan) {
        Instant next = next(plan);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("taskId", one.taskId());
        answer.put("done", dryRun ? "nothing" : one.change().word());
        answer.put("next", next == null ? null : next.toString());
        return answer.toString();
    }

    private @Nullable Instant next(Plan plan) {
        return plan.next(now, 1).stream().map(Fire::due).findFirst().orElse(null);
    }

    private String line(Applied one, Plan plan) {
        Schedule schedule = one.schedule();
        Instant next = next(plan);
        String fires = !schedule.enabled()
                ? "paused"
                : next == null
                        ? Timing.of(schedule).isUnforeseeable()
                                ? "fires " + ScheduleWords.when(schedule.when())
                                : plan.prospect(now).words()
                        : "next fires at " + next + " (" + Texts.relative(next, now) + ")";
        return one.taskId() + " " + words(one.change()) + (one.again() ? AGAIN : "") + ", " + fires;
    }

    private String words(Change change) {
        return (dryRun ? "would be " : "") + change.word();
    }

    private String summary(List<Applied> done) {
        Map<Change, Integer> counts = new EnumMap<>(Change.class);
        done.forEach(one -> counts.merge(one.change(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((change, count) -> parts.add(count + " " + words(change)));
        return Texts.count(done.size(), "schedule", "schedules") + ": " + String.join(", ", parts);
    }
}
