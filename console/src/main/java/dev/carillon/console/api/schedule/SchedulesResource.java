package dev.carillon.console.api.schedule;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.api.write.Etag;
import dev.carillon.console.history.Page;
import dev.carillon.console.history.RunMark;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.console.history.ScheduleFilter;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Schedule;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Looks at schedules: what they are, how they went, and when they fire next. */
public final class SchedulesResource implements Resource {
    private static final int LABEL = Limits.LABEL_NAME + 1 + Limits.LABEL_VALUE;
    private static final int CURSOR = 500;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int DAYS = 366;
    private static final LocalDate FIRST_DAY = LocalDate.of(1970, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(9998, 12, 31);

    private final ScheduleBook book;
    private final KnownEntries known;
    private final Upcoming upcoming;
    private final Clock clock;

    public SchedulesResource(ScheduleBook book, KnownEntries known, Clock clock) {
        this.book = book;
        this.known = known;
        this.upcoming = new Upcoming(book, known, clock);
        this.clock = clock;
    }

    @Override
    public void routes(Routes routes) {
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
                .on(Verb.POST, "/v1/fires", this::preview, "from", "count");
    }

    private Answer list(Request request) {
        Parameters query = request.query();
        TriggerMemory memory = known.memory();
        ScheduleFilter filter = new ScheduleFilter(
                query.text("search", Limits.NAME),
                query.constant("standing", ScheduleFilter.Standing.class),
                query.parsed("queue", queue -> QueueName.check("queue", queue)),
                query.text("type", Limits.TYPE),
                label(query),
                memory.selfPaused(ScheduleFilter.MOST_SELF_PAUSED));
        int runs = (int) query.number("runs", 20, 0, 50);
        int limit = (int) query.number("limit", 50, 1, ScheduleBook.MAX_LIMIT);
        Page<ScheduleEntry> page = book.find(filter, query.text("cursor", CURSOR), limit);
        Map<String, List<RunMark>> marks =
                book.lastRuns(page.items().stream().map(ScheduleEntry::taskId).toList(), runs);
        Instant now = clock.instant();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode items = answer.putArray("items");
        for (ScheduleEntry entry : page.items()) {
            List<RunMark> last = marks.getOrDefault(entry.taskId(), List.of());
            items.add(ScheduleJson.summary(entry, known.foretold(entry, memory, now), last));
        }
        if (page.next() != null) {
            answer.put("next", page.next());
        }
        return Answer.json(answer);
    }

    static @Nullable String label(Parameters query) {
        String label = query.text("label", LABEL);
        if (label != null && label.indexOf('=') < 1) {
            throw Parameters.refused("label", label, "it names no label", "a label as name=value");
        }
        return label;
    }

    private Answer one(Request request) {
        ScheduleEntry entry = entry(request);
        int most = (int) request.query().number("runs", 20, 0, 50);
        List<RunMark> runs = book.lastRuns(List.of(entry.taskId()), most).getOrDefault(entry.taskId(), List.of());
        ObjectNode answer = ScheduleJson.summary(entry, known.foretold(entry, known.memory(), clock.instant()), runs);
        if (entry.schedule() != null) {
            answer.set("definition", ScheduleJson.definition(entry.schedule()));
        }
        return Answer.json(answer).header("ETag", Etag.of(entry.version()));
    }

    private ScheduleEntry entry(Request request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        return book.get(taskId).orElseThrow(() -> noSuch(taskId));
    }

    private static ClientException noSuch(String taskId) {
        return new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId));
    }

    private Schedule readable(Request request) {
        ScheduleEntry entry = entry(request);
        if (entry.schedule() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    "the record of " + entry.taskId() + " can't be read (" + entry.problem() + "); apply it again");
        }
        return entry.schedule();
    }

    private Answer fires(Request request) {
        return fires(request, known.plan(readable(request)));
    }

    private Answer preview(Request request) {
        return fires(request, known.plan(ScheduleBody.check(Kind.SCHEDULE.decode(request.body()))));
    }

    private Answer fires(Request request, Plan plan) {
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), clock.instant());
        int count = count(request);
        ObjectNode answer = FireJson.of(plan, plan.next(from, count));
        answer.set("prospect", PreviewJson.of(plan.prospect(clock.instant())));
        return Answer.json(answer);
    }

    static int count(Request request) {
        return (int) request.query().number("count", 20, 1, 1_000);
    }

    private Answer soonest(Request request) {
        int count = count(request);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode items = answer.putArray("items");
        upcoming.soonest(count).forEach(items::add);
        return Answer.json(answer);
    }

    private Answer durations(Request request) {
        ScheduleEntry entry = entry(request);
        Duration back = request.query().duration("back", LONGEST, SHORTEST, LONGEST);
        int most = (int) request.query().number("most", 500, 1, 2_000);
        Instant until = clock.instant();
        Instant since = until.minus(back);
        ObjectNode answer = ScheduleJson.durations(book.durations(entry.taskId(), since, until, most));
        return Answer.json(answer.put("since", since.toString()).put("until", until.toString()));
    }

    private Answer days(Request request) {
        ScheduleEntry entry = entry(request);
        ZoneId zone = zone(request.query());
        LocalDate to = day(request.query(), "to", LocalDate.ofInstant(clock.instant(), zone));
        LocalDate from = day(request.query(), "from", to.minusDays(DAYS - 2L));
        long days = ChronoUnit.DAYS.between(from, to) + 1;
        if (days < 1 || days > DAYS) {
            throw Parameters.refused(
                    "from", from.toString(), "that are " + days + " days to " + to, "1 to " + DAYS + " days");
        }
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("from", from.toString())
                .put("to", to.toString())
                .put("zone", zone.getId());
        answer.set("items", ScheduleJson.days(book.days(entry.taskId(), from, to, zone)));
        return Answer.json(answer);
    }

    private static LocalDate day(Parameters query, String name, LocalDate byDefault) {
        LocalDate day = Objects.requireNonNullElse(query.day(name), byDefault);
        if (day.isBefore(FIRST_DAY) || day.isAfter(LAST_DAY)) {
            throw Parameters.refused(name, day.toString(), "it is out of range", FIRST_DAY + " to " + LAST_DAY);
        }
        return day;
    }

    static ZoneId zone(Parameters query) {
        String name = query.text("zone", Limits.ZONE);
        try {
            return ZoneId.of(name == null ? "UTC" : name);
        } catch (DateTimeException e) {
            throw Parameters.refused("zone", name, "it is no time zone", "a zone like Europe/Berlin, or an offset");
        }
    }
}
