package dev.carillon.console.api.setting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.Calendars;
import dev.carillon.client.schedule.Calendars.Stored;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.ItemsAnswer;
import dev.carillon.console.api.KnownFields;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.api.write.VersionTag;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import java.time.Clock;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Calendars over REST. They are few and read from their topic, so a write is visible at once. */
public final class CalendarsResource implements ApiResource {
    private static final String ONE = "/v1/calendars/{name}";
    private static final String DRY_RUN = "dryRun";
    private static final String WHAT = "the calendar";
    private static final List<String> FIELDS = List.of("name", "zone", "include", "exclude", "weekdays");
    private static final int MOST = 500;

    private final KafkaSession session;
    private final TopicNames names;
    private final Clock clock;

    public CalendarsResource(KafkaSession session, TopicNames names, Clock clock) {
        this.session = session;
        this.names = names;
        this.clock = clock;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get("/v1/calendars", this::list, "cursor", "limit")
                .get(ONE, this::get)
                .on(HttpVerb.PUT, ONE, this::put, DRY_RUN)
                .on(HttpVerb.DELETE, ONE, this::delete, DRY_RUN);
    }

    private static String name(ApiRequest request) {
        String name = request.path("name");
        if (name.isBlank() || name.codePointCount(0, name.length()) > Limits.NAME) {
            throw RequestParameters.refused(
                    "name", name, "it is blank or too long", "1 to " + Limits.NAME + " characters");
        }
        return name;
    }

    private ApiResponse list(ApiRequest request) {
        String cursor = request.query().text("cursor", Limits.NAME);
        int limit = (int) request.query().number("limit", 100, 1, MOST);
        NavigableMap<String, Stored> all = session.ask(log -> new Calendars(log, names).stored());
        NavigableMap<String, Stored> left = cursor == null ? all : all.tailMap(cursor, false);
        List<CalendarAnswer> items =
                left.values().stream().limit(limit).map(CalendarAnswer::of).toList();
        String next = items.size() < left.size() ? items.get(items.size() - 1).name() : null;
        return ApiResponse.json(new ItemsAnswer<>(items, next));
    }

    private ApiResponse get(ApiRequest request) {
        String name = name(request);
        Stored stored = session.ask(log -> new Calendars(log, names).getStored(name));
        return ApiResponse.json(CalendarAnswer.of(stored)).header("ETag", VersionTag.of(stored.version()));
    }

    private ApiResponse put(ApiRequest request) {
        String name = name(request);
        Calendar calendar = Kind.CALENDAR.decode(request.body());
        KnownFields.require("", calendar.rest().keySet(), FIELDS);
        var unused = CalendarDays.of(calendar); // Refuses a zone that does not exist.
        if (!calendar.name().equals(name)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "name",
                    ContractException.shown(calendar.name()) + " is not the name in the path, "
                            + ContractException.shown(name),
                    "write the same in both",
                    name);
        }
        boolean dryRun = request.query().flag(DRY_RUN);
        return session.ask(log -> {
            Calendars calendars = new Calendars(log, names);
            @Nullable Stored before = calendars.stored().get(name);
            VersionTag.check(request.headers(), WHAT, before == null ? null : before.version());
            if (dryRun) {
                return ApiResponse.json(CalendarAnswer.dryRun(calendar));
            }
            calendars.put(calendar, before == null ? null : before.calendar(), trail(log));
            Stored after = calendars.getStored(name);
            return ApiResponse.json(before == null ? 201 : 200, CalendarAnswer.of(after))
                    .header("ETag", VersionTag.of(after.version()));
        });
    }

    private AuditTrail trail(RecordLog log) {
        return new AuditTrail(log, names, clock, CONSOLE);
    }

    /** The result of a deletion, with the number of schedules that use the calendar. */
    private record DeletionAnswer(
            String name,
            long schedules,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun) {}

    private ApiResponse delete(ApiRequest request) {
        String name = name(request);
        request.object(fields -> fields);
        boolean dryRun = request.query().flag(DRY_RUN);
        return session.ask(log -> {
            Calendars calendars = new Calendars(log, names);
            Stored before = calendars.getStored(name);
            VersionTag.check(request.headers(), WHAT, before.version());
            long users = new Schedules(log, names, clock)
                    .all().values().stream()
                            .filter(stored -> stored.schedule() != null
                                    && name.equals(stored.schedule().when().calendar()))
                            .count();
            if (!dryRun) {
                calendars.delete(before.calendar(), trail(log));
            }
            return ApiResponse.json(new DeletionAnswer(name, users, dryRun));
        });
    }
}
