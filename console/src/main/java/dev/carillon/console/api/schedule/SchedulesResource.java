package dev.carillon.console.api.schedule;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.ItemsAnswer;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.api.write.VersionTag;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.insight.schedule.PlanAnswer;
import dev.carillon.insight.schedule.ProspectAnswer;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Limits;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads schedules: definitions, runs, durations, days and next fires. */
public final class SchedulesResource implements ApiResource {
    private static final int LABEL = Limits.LABEL_NAME + 1 + Limits.LABEL_VALUE;
    private static final int CURSOR = 500;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int DAYS = 366;
    private static final LocalDate FIRST_DAY = LocalDate.of(1970, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(9998, 12, 31);

    private final ScheduleHistory history;
    private final KnownEntries known;
    private final NextFires upcoming;
    private final Clock clock;

    public SchedulesResource(ScheduleHistory history, KnownEntries known, Clock clock) {
        this.history = history;
        this.known = known;
        this.upcoming = new NextFires(history, known, clock);
        this.clock = clock;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get(
                        "/v1/schedules",
                        this::list,
                        "search",
                        "standing",
                        "queue",
                        "type",
                        "label",
                        "runs",
                        "cursor",
                        "limit")
                .get("/v1/schedules/{taskId}", this::one, "runs")
                .get("/v1/schedules/{taskId}/fires", this::fires, "from", "count")
                .get("/v1/schedules/{taskId}/durations", this::durations, "back", "most")
                .get("/v1/schedules/{taskId}/days", this::days, "from", "to", "zone")
                .get("/v1/fires", this::soonest, "count")
                .on(HttpVerb.POST, "/v1/fires", this::preview, "from", "count");
    }

    private ApiResponse list(ApiRequest request) {
        RequestParameters query = request.query();
        TriggerMemory memory = known.memory();
        ScheduleFilter filter = new ScheduleFilter(
                query.text("search", Limits.NAME),
                query.constant("standing", ScheduleFilter.Standing.class),
                query.parsed("queue", queue -> QueueName.check("queue", queue)),
                query.text("type", Limits.TYPE),
                label(query),
                memory.selfPaused(ScheduleFilter.MOST_SELF_PAUSED));
        int runs = (int) query.number("runs", 20, 0, 50);
        int limit = (int) query.number("limit", 50, 1, ScheduleHistory.MAX_LIMIT);
        ResultPage<ScheduleEntry> page = history.find(filter, query.text("cursor", CURSOR), limit);
        Map<String, List<RunMark>> marks = history.lastRuns(
                page.items().stream().map(ScheduleEntry::taskId).toList(), runs);
        Instant now = clock.instant();
        List<ScheduleEntryAnswer> items = new ArrayList<>();
        for (ScheduleEntry entry : page.items()) {
            List<RunMark> last = marks.getOrDefault(entry.taskId(), List.of());
            items.add(ScheduleEntryAnswer.summary(entry, known.forecast(entry, memory, now), last));
        }
        return ApiResponse.json(new ItemsAnswer<>(items, page.next()));
    }

    static @Nullable String label(RequestParameters query) {
        String label = query.text("label", LABEL);
        if (label != null && label.indexOf('=') < 1) {
            throw RequestParameters.refused("label", label, "it has no name", "a label as name=value");
        }
        return label;
    }

    private ApiResponse one(ApiRequest request) {
        ScheduleEntry entry = entry(request);
        int most = (int) request.query().number("runs", 20, 0, 50);
        List<RunMark> runs = history.lastRuns(List.of(entry.taskId()), most).getOrDefault(entry.taskId(), List.of());
        ScheduleEntryAnswer summary =
                ScheduleEntryAnswer.summary(entry, known.forecast(entry, known.memory(), clock.instant()), runs);
        return ApiResponse.json(summary.withDefinition(entry.schedule()))
                .header("ETag", VersionTag.of(entry.version()));
    }

    private ScheduleEntry entry(ApiRequest request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        return history.get(taskId).orElseThrow(() -> noSuch(taskId));
    }

    private static ClientException noSuch(String taskId) {
        return new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId));
    }

    private Schedule readable(ApiRequest request) {
        ScheduleEntry entry = entry(request);
        if (entry.schedule() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    "the record of " + entry.taskId() + " can't be read (" + entry.problem() + "); apply it again");
        }
        return entry.schedule();
    }

    private ApiResponse fires(ApiRequest request) {
        return fires(request, known.plan(readable(request)));
    }

    private ApiResponse preview(ApiRequest request) {
        return fires(request, known.plan(ScheduleBody.check(Kind.SCHEDULE.decode(request.body()))));
    }

    private ApiResponse fires(ApiRequest request, SchedulePlan plan) {
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), clock.instant());
        int count = count(request);
        ProspectAnswer prospect = ProspectAnswer.of(plan.prospect(clock.instant()));
        return ApiResponse.json(PlanAnswer.of(plan, plan.next(from, count), prospect));
    }

    static int count(ApiRequest request) {
        return (int) request.query().number("count", 20, 1, 1_000);
    }

    private ApiResponse soonest(ApiRequest request) {
        return ApiResponse.json(ItemsAnswer.of(upcoming.soonest(count(request))));
    }

    private ApiResponse durations(ApiRequest request) {
        ScheduleEntry entry = entry(request);
        Duration back = request.query().duration("back", LONGEST, SHORTEST, LONGEST);
        int most = (int) request.query().number("most", 500, 1, 2_000);
        Instant until = clock.instant();
        Instant since = until.minus(back);
        return ApiResponse.json(
                DurationsAnswer.of(history.durations(entry.taskId(), since, until, most), since, until));
    }

    private ApiResponse days(ApiRequest request) {
        ScheduleEntry entry = entry(request);
        ZoneId zone = zone(request.query());
        LocalDate to = day(request.query(), "to", LocalDate.ofInstant(clock.instant(), zone));
        LocalDate aYearBefore = to.minusDays(DAYS - 2L);
        LocalDate from = day(request.query(), "from", aYearBefore.isBefore(FIRST_DAY) ? FIRST_DAY : aYearBefore);
        long days = ChronoUnit.DAYS.between(from, to) + 1;
        if (days < 1 || days > DAYS) {
            throw RequestParameters.refused(
                    "from", from.toString(), "it is " + days + " days up to " + to, "1 to " + DAYS + " days");
        }
        return ApiResponse.json(DaysAnswer.of(from, to, zone, history.days(entry.taskId(), from, to, zone)));
    }

    private static LocalDate day(RequestParameters query, String name, LocalDate byDefault) {
        LocalDate day = Objects.requireNonNullElse(query.day(name), byDefault);
        if (day.isBefore(FIRST_DAY) || day.isAfter(LAST_DAY)) {
            throw RequestParameters.refused(name, day.toString(), "it is out of range", FIRST_DAY + " to " + LAST_DAY);
        }
        return day;
    }

    static ZoneId zone(RequestParameters query) {
        String name = query.text("zone", Limits.ZONE);
        try {
            return ZoneId.of(name == null ? "UTC" : name);
        } catch (DateTimeException e) {
            throw RequestParameters.refused(
                    "zone", name, "it is not a time zone", "a zone like Europe/Berlin, or an offset");
        }
    }
}
