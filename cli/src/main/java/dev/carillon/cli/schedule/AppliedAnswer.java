package dev.carillon.cli.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.insight.schedule.KnownSchedules;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the answer of {@code carillon schedule apply}: a line for each schedule, or counts if there are many. */
final class AppliedAnswer {
    /** With more schedules, a line for each would bury the changes. */
    private static final int MOST_LINES = 20;

    private static final String AGAIN = " (same definition, written again so that it takes effect)";

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

    void print(List<ApplyResult> done, KnownSchedules known) {
        if (json) {
            done.forEach(one -> terminal.print(json(one, known.plan(one.schedule()))));
            return;
        }
        boolean many = done.size() > MOST_LINES;
        List<ApplyResult> shown = many
                ? done.stream().filter(one -> one.change() != Change.UNCHANGED).toList()
                : done;
        if (shown.size() <= MOST_LINES) {
            shown.forEach(one -> terminal.print(line(one, known.plan(one.schedule()))));
        }
        if (many) {
            terminal.print(summary(done));
        }
    }

    /** The result for one schedule. */
    private record AppliedSchedule(
            String taskId,
            String done,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            Instant next) {}

    private String json(ApplyResult one, SchedulePlan plan) {
        return Json.answer(new AppliedSchedule(
                one.taskId(), dryRun ? "nothing" : one.change().word(), next(plan)));
    }

    private @Nullable Instant next(SchedulePlan plan) {
        return plan.next(now, 1).stream().map(PlannedFire::due).findFirst().orElse(null);
    }

    private String line(ApplyResult one, SchedulePlan plan) {
        Schedule schedule = one.schedule();
        Instant next = next(plan);
        String fires = !schedule.enabled()
                ? "paused"
                : next == null
                        ? Timing.of(schedule).isUnforeseeable()
                                ? "fires " + ScheduleWords.when(schedule.when())
                                : plan.prospect(now).words()
                        : "next fires at " + next + " (" + TextPieces.relative(next, now) + ")";
        return one.taskId() + " " + described(one.change()) + (one.again() ? AGAIN : "") + ", " + fires;
    }

    private String described(Change change) {
        return (dryRun ? "would be " : "") + change.word();
    }

    private String summary(List<ApplyResult> done) {
        Map<Change, Integer> counts = new EnumMap<>(Change.class);
        done.forEach(one -> counts.merge(one.change(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((change, count) -> parts.add(count + " " + described(change)));
        return TextPieces.count(done.size(), "schedule", "schedules") + ": " + String.join(", ", parts);
    }
}
