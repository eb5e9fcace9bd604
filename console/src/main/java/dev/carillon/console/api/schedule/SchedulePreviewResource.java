package dev.carillon.console.api.schedule;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.api.schedule.Forecast.Prospect;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Schedule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** What schedules plan within a time: what would fire or would have fired, and what is left out. */
public final class SchedulePreviewResource implements Resource {
    private static final String PATH = "/v1/schedules/{taskId}/preview";
    private static final Duration A_WEEK = Duration.ofDays(7);

    private final ScheduleBook book;
    private final KnownEntries known;
    private final Clock clock;

    public SchedulePreviewResource(ScheduleBook book, KnownEntries known, Clock clock) {
        this.book = book;
        this.known = known;
        this.clock = clock;
    }

    @Override
    public void routes(Routes routes) {
        routes.get(PATH, this::ofStored, "from", "to", "limit")
                .on(Verb.POST, PATH, this::ofBody, "from", "to", "limit");
    }

    private Answer ofStored(Request request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        ScheduleEntry entry = book.get(taskId)
                .orElseThrow(() -> new ClientException(
                        ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId)));
        Foretold foretold = known.foretold(entry, known.memory(), clock.instant());
        if (foretold.plan() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    taskId + ": " + foretold.prospect().words() + "; mend it and apply it again");
        }
        return answer(request, taskId, foretold.plan(), foretold.prospect());
    }

    private Answer ofBody(Request request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(request.body()));
        ScheduleBody.checkName(taskId, schedule);
        Plan plan = known.plan(schedule);
        return answer(request, taskId, plan, plan.prospect(clock.instant()));
    }

    private Answer answer(Request request, String taskId, Plan plan, Prospect prospect) {
        Instant now = clock.instant();
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), now);
        Instant to = Objects.requireNonNullElse(request.query().instant("to"), from.plus(A_WEEK));
        int most = (int) request.query().number("limit", PreviewJson.USUALLY, 1, PreviewJson.MOST);
        PreviewJson.checkRange("from", "to", from, to);
        return Answer.json(PreviewJson.of(taskId, plan, prospect, plan.within(from, to, most, now), from, to, now));
    }
}
