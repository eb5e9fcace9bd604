package dev.carillon.console;

import dev.carillon.client.deadletter.KafkaAllOrNothing;
import dev.carillon.console.api.OpenApiResource;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.execution.BoardResource;
import dev.carillon.console.api.execution.DeadLettersResource;
import dev.carillon.console.api.execution.ExecutionsResource;
import dev.carillon.console.api.execution.RawRecords;
import dev.carillon.console.api.execution.SubmissionsResource;
import dev.carillon.console.api.execution.Writing;
import dev.carillon.console.api.schedule.CronResource;
import dev.carillon.console.api.schedule.Forecast;
import dev.carillon.console.api.schedule.KnownEntries;
import dev.carillon.console.api.schedule.ScheduleBackfillResource;
import dev.carillon.console.api.schedule.ScheduleBatchResource;
import dev.carillon.console.api.schedule.ScheduleChangesResource;
import dev.carillon.console.api.schedule.SchedulePreviewResource;
import dev.carillon.console.api.schedule.ScheduleRunResource;
import dev.carillon.console.api.schedule.ScheduleSwitchResource;
import dev.carillon.console.api.schedule.ScheduleWriting;
import dev.carillon.console.api.schedule.SchedulesResource;
import dev.carillon.console.api.setting.CalendarsResource;
import dev.carillon.console.api.setting.RoutingResource;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.cluster.ClusterWatch;
import dev.carillon.console.cluster.TriggerNotes;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.console.live.LiveStream;
import dev.carillon.console.live.StreamResource;
import dev.carillon.console.page.PageResource;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.List;
import java.util.Objects;

/** All that the console serves over HTTP. */
record ConsoleResources(
        Neighbours neighbours,
        TopicNames names,
        KafkaClients clients,
        Clock clock,
        ReadBack readBack,
        IdempotencyKeys once,
        LiveStream live) {

    /** Out of the history and, by the desks, into and out of the topics; noting waits for nobody's long look. */
    List<Resource> over(SqliteHistory history, TopicDesk desk, TopicDesk looking, TopicDesk noting) {
        FreshKeys keys = new FreshKeys(clock);
        Writing writing = new Writing(desk, readBack, names, clock, keys);
        RawRecords records = new RawRecords(looking);
        Forecast forecast = neighbours.forecast();
        TriggerNotes notes = new TriggerNotes(noting, names, clock);
        KnownEntries known = new KnownEntries(forecast, history.schedules(), notes::memory);
        ScheduleWriting schedules = new ScheduleWriting(desk, readBack, once, names, clock, keys);
        String version = getClass().getPackage().getImplementationVersion();
        return List.of(
                new BoardResource(
                        history.board(),
                        new ClusterWatch(neighbours.cluster(), looking, history.board(), clock),
                        Objects.requireNonNullElse(version, "development"),
                        clock),
                new ExecutionsResource(history.runs(), records),
                new SubmissionsResource(history.runs(), writing, once),
                new DeadLettersResource(
                        history.deadLetters(),
                        history.runs(),
                        records,
                        writing,
                        () -> KafkaAllOrNothing.open(clients.config(), names)),
                new StreamResource(live),
                new SchedulesResource(history.schedules(), known, clock),
                new SchedulePreviewResource(history.schedules(), known, clock),
                new ScheduleChangesResource(schedules, history.schedules(), known),
                new ScheduleBatchResource(schedules, history.schedules(), known),
                new ScheduleSwitchResource(schedules, history.schedules()),
                new ScheduleBackfillResource(schedules, known),
                new ScheduleRunResource(schedules, history.runs()),
                new CalendarsResource(desk, names, clock),
                new RoutingResource(desk, names, clock, () -> KafkaAllOrNothing.open(clients.config(), names)),
                new CronResource(forecast, clock),
                new OpenApiResource(),
                new PageResource());
    }
}
