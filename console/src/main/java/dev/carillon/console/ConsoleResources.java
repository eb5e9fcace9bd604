package dev.carillon.console;

import dev.carillon.client.deadletter.KafkaAtomicWriter;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.OpenApiResource;
import dev.carillon.console.api.execution.BoardResource;
import dev.carillon.console.api.execution.DeadLettersResource;
import dev.carillon.console.api.execution.ExecutionsResource;
import dev.carillon.console.api.execution.RawRecords;
import dev.carillon.console.api.execution.SubmissionsResource;
import dev.carillon.console.api.execution.WriteContext;
import dev.carillon.console.api.schedule.CronResource;
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
import dev.carillon.console.cluster.ClusterReader;
import dev.carillon.console.cluster.ClusterWatch;
import dev.carillon.console.cluster.TriggerNotes;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.console.live.LiveStream;
import dev.carillon.console.live.StreamResource;
import dev.carillon.console.page.PageResource;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.List;
import java.util.Objects;

/** Creates every resource that the console serves over HTTP. */
record ConsoleResources(
        TopicNames names,
        KafkaClients clients,
        Clock clock,
        ReadBack readBack,
        IdempotencyKeys idempotencyKeys,
        LiveStream live) {

    /** Markers have a session of their own, so that a long scan of the cluster does not delay them. */
    List<ApiResource> create(SqliteHistory history, KafkaSession writes, KafkaSession scans, KafkaSession markers) {
        FreshKeys keys = new FreshKeys(clock);
        WriteContext context = new WriteContext(writes, readBack, names, clock, keys);
        RawRecords records = new RawRecords(scans);
        TriggerNotes notes = new TriggerNotes(markers, names, clock);
        KnownEntries known = new KnownEntries(history.schedules(), notes::memory);
        ScheduleWriting schedules = new ScheduleWriting(writes, readBack, idempotencyKeys, names, clock, keys);
        String version = getClass().getPackage().getImplementationVersion();
        return List.of(
                new BoardResource(
                        history.currentState(),
                        new ClusterWatch(new ClusterReader(names, clock)::read, scans, history.currentState(), clock),
                        Objects.requireNonNullElse(version, "development"),
                        clock),
                new ExecutionsResource(history.runs(), records),
                new SubmissionsResource(history.runs(), context, idempotencyKeys),
                new DeadLettersResource(
                        history.deadLetters(),
                        history.runs(),
                        records,
                        context,
                        () -> KafkaAtomicWriter.open(clients.config(), names)),
                new StreamResource(live),
                new SchedulesResource(history.schedules(), known, clock),
                new SchedulePreviewResource(history.schedules(), known, clock),
                new ScheduleChangesResource(schedules, history.schedules(), known),
                new ScheduleBatchResource(schedules, history.schedules(), known),
                new ScheduleSwitchResource(schedules, history.schedules()),
                new ScheduleBackfillResource(schedules, known),
                new ScheduleRunResource(schedules, history.runs()),
                new CalendarsResource(writes, names, clock),
                new RoutingResource(writes, names, clock, () -> KafkaAtomicWriter.open(clients.config(), names)),
                new CronResource(clock),
                new OpenApiResource(),
                new PageResource());
    }
}
