package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.ScheduleOutlook;
import dev.carillon.timing.forecast.ScheduleOutlook.Tick;
import dev.carillon.timing.plan.ScheduleLookup;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slices publish what the outlook has forecast. */
class OutlookComesTrueTest {
    private static final Duration LOOKED_AT = Duration.ofMinutes(40);
    /** It leaves out the second half of what is looked at. */
    private static final Calendar FIRST_DAY =
            new Calendar("first-day", "+17:40", List.of(), List.of("2026-11-19"), List.of(), Map.of());

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final ScheduleLookup lookup = new ScheduleLookup() {
        @Override
        public CalendarDays calendar(String name) {
            return CalendarDays.of(FIRST_DAY);
        }

        @Override
        public @Nullable Schedule schedule(String taskId) {
            return null;
        }
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'every':'30s'",
                "'every':'7s','from':'2026-11-18T06:10:01Z','until':'2026-11-18T06:30:00Z'",
                "'cron':'*/20 * * * * *','jitter':'10m'",
                "'cron':'0 */3 * * * *','zone':'Asia/Kolkata','jitter':'90s','calendar':'first-day'",
                "'every':'1m','calendar':'first-day','maxRuns':12",
                "'at':'2026-11-18T06:20:00Z','jitter':'5m'",
                "'every':'45s','jitter':'1h','maxRuns':20"
            })
    void slicesPublishTheForecast(String fields) {
        cluster.settle();
        cluster.define(FIRST_DAY);
        cluster.define(TestSchedules.of("report", fields));
        cluster.run(Duration.ofSeconds(30));
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "report", cluster.clock.instant(), null));
        cluster.run(Duration.ofSeconds(90));
        cluster.settle();
        Instant now = Instant.ofEpochSecond(cluster.clock.instant().getEpochSecond());
        Instant end = now.plus(LOOKED_AT);
        ScheduleState state = Objects.requireNonNull(cluster.leader().state("report"));
        Schedule schedule = Objects.requireNonNull(state.schedule());
        ScheduleOutlook outlook = ScheduleOutlook.of(schedule, Timing.of(schedule), state.marker(), lookup);
        List<Tick> within = outlook.within(now.minus(Duration.ofHours(1)), end.plusSeconds(1), 10_000, now)
                .ticks();
        List<Tick> next = outlook.dueAfter(now, 10_000).stream()
                .filter(tick -> !tick.due().isAfter(end))
                .toList();
        int before = cluster.committed.size();

        cluster.run(LOOKED_AT);
        cluster.settle();

        Predicate<Tick> coming = tick -> tick.due().isAfter(now) && !tick.due().isAfter(end);
        TreeSet<String> forecast = new TreeSet<>();
        within.stream().filter(coming).forEach(tick -> forecast.add(line(tick.nominal(), tick.due(), tick.against())));
        assertThat(published(before)).isNotEmpty().containsExactlyInAnyOrderElementsOf(forecast);
        TreeSet<String> fires = new TreeSet<>();
        next.forEach(tick -> fires.add(line(tick.nominal(), tick.due(), null)));
        forecast.removeIf(line -> !line.endsWith("null"));
        assertThat(fires).isEqualTo(forecast);
    }

    private Set<String> published(int before) {
        List<SliceOutput> outputs = new ArrayList<>();
        cluster.committed.stream().skip(before).forEach(plan -> outputs.addAll(plan.outputs()));
        ScheduleState state = Objects.requireNonNull(cluster.leader().state("report"));
        Schedule schedule = Objects.requireNonNull(state.schedule());
        ScheduleOutlook outlook = ScheduleOutlook.of(schedule, Timing.of(schedule), state.marker(), lookup);
        Set<String> lines = new TreeSet<>();
        for (SliceOutput output : outputs) {
            if (output instanceof SliceOutput.Dispatch dispatch) {
                Task task = dispatch.task();
                Instant nominal = Objects.requireNonNull(task.nominalTime());
                lines.add(line(nominal, Objects.requireNonNullElse(task.notBefore(), nominal), null));
            } else if (output instanceof SliceOutput.Skip skip) {
                SkippedRange range = Objects.requireNonNull(skip.result().skipped());
                outlook.within(range.first(), range.last().plusSeconds(1), 10_000, Instant.MAX)
                        .ticks()
                        .forEach(tick -> lines.add(line(tick.nominal(), tick.due(), range.reason())));
            }
        }
        return lines;
    }

    private static String line(Instant nominal, Instant due, @Nullable Object against) {
        return nominal + " due " + due + " " + against;
    }
}
