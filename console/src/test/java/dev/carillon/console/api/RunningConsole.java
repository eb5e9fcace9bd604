package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.deadletter.MemoryAtomicWriter;
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
import dev.carillon.console.cluster.ClusterWatch;
import dev.carillon.console.cluster.TriggerNotes;
import dev.carillon.console.history.deadletter.DeadLetters;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.console.live.LiveStream;
import dev.carillon.console.live.StreamResource;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Work;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The console's REST over real HTTP, with topics in memory and a history that reads them directly, or a real one. */
public final class RunningConsole implements AutoCloseable {
    public static final TopicNames NAMES = new TopicNames("carillon");
    public static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    /** The task of the first dead letters. */
    private static final byte[] FAILED_TASK =
            "{\"taskId\":\"report\",\"execTime\":\"2026-11-18T04:00:00Z\",\"type\":\"http\"}"
                    .getBytes(StandardCharsets.UTF_8);

    public final ManualClock clock;
    public final MemoryRecordLog log;
    public final MemoryBook book;
    public final MemoryRuns runs;
    public final MemoryBoard board = new MemoryBoard();
    public final LiveStream live = new LiveStream("run1", 10, board::freshness, new SimpleMeterRegistry());
    /** Why Kafka is unreachable; empty while it answers. */
    public volatile String kafkaGone = "";
    /** Whether another process has taken over, so that transactions fail. */
    public volatile boolean fenced;

    final List<ApiResource> resources;
    private final @Nullable RecordedHistory recorded;
    private final KafkaSession session;
    private final KafkaSession markers;
    private final JavalinServer server;

    public RunningConsole() {
        this(new ManualClock(NOW), null);
    }

    /** With a real history in that directory, which has read all records before each request and after each write. */
    public static RunningConsole recorded(Path dir) {
        return new RunningConsole(new ManualClock(NOW), dir);
    }

    /** Another console on the same topics, or the same one after a restart. */
    public RunningConsole another() {
        return new RunningConsole(clock, log, null);
    }

    private RunningConsole(ManualClock clock, @Nullable Path dir) {
        this(clock, topics(clock), dir);
    }

    private RunningConsole(ManualClock clock, MemoryRecordLog log, @Nullable Path dir) {
        this.clock = clock;
        this.log = log;
        this.book = new MemoryBook(log);
        this.runs = new MemoryRuns(log);
        this.recorded = dir == null ? null : RecordedHistory.open(dir, log, clock);
        ReadBack readBack = new ReadBack();
        log.whenAppended(record -> {
            catchUp();
            readBack.changed(List.of());
        });
        Runs allRuns = recorded == null ? runs : recorded.ports().runs();
        ScheduleHistory allSchedules =
                recorded == null ? book : recorded.ports().schedules();
        DeadLetters letters =
                recorded == null ? new MemoryLetters(log) : recorded.ports().deadLetters();
        session = new KafkaSession("console-test", () -> log, () -> kafkaGone, Duration.ofSeconds(5));
        // As in the service, so that the writing session may wait for markers.
        markers = new KafkaSession("console-markers", () -> log, () -> kafkaGone, Duration.ofSeconds(5));
        TriggerNotes notes = new TriggerNotes(markers, NAMES, clock);
        KnownEntries known = new KnownEntries(allSchedules, notes::memory);
        RawRecords records = new RawRecords(session);
        FreshKeys keys = new FreshKeys(clock);
        IdempotencyKeys once = new IdempotencyKeys();
        WriteContext context = new WriteContext(session, readBack, NAMES, clock, keys);
        ScheduleWriting schedules = new ScheduleWriting(session, readBack, once, NAMES, clock, keys);
        resources = List.of(
                new OpenApiResource(),
                new SchedulesResource(allSchedules, known, clock),
                new SchedulePreviewResource(allSchedules, known, clock),
                new ScheduleChangesResource(schedules, allSchedules, known),
                new ScheduleBatchResource(schedules, allSchedules, known),
                new ScheduleSwitchResource(schedules, allSchedules),
                new ScheduleBackfillResource(schedules, known),
                new ScheduleRunResource(schedules, allRuns),
                new CalendarsResource(session, NAMES, clock),
                new RoutingResource(session, NAMES, clock, this::transactions),
                new CronResource(clock),
                new BoardResource(
                        board, new ClusterWatch(ignored -> board.look(), session, board, clock), "1.0", clock),
                new ExecutionsResource(allRuns, records),
                new SubmissionsResource(allRuns, context, once),
                new DeadLettersResource(letters, allRuns, records, context, this::transactions),
                new StreamResource(live));
        server = JavalinServer.open(ListenSettings.at("loopback", 0, 8), resources, SystemTime.ticker());
    }

    private static MemoryRecordLog topics(ManualClock clock) {
        MemoryRecordLog log = new MemoryRecordLog(clock);
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
        for (int i = 0; i < 2; i++) {
            letter(log, FAILED_TASK, Map.of("cause", "RETRIES_EXHAUSTED", "cause-message", "it failed"));
        }
        return log;
    }

    /** Has the real history read all records. */
    private void catchUp() {
        if (recorded != null) {
            recorded.catchUp();
        }
    }

    private AtomicWriter transactions() {
        MemoryAtomicWriter writer = new MemoryAtomicWriter(log);
        if (fenced) {
            writer.fence();
        }
        return writer;
    }

    private static void letter(MemoryRecordLog log, byte @Nullable [] value, Map<String, String> headers) {
        log.put(new OutgoingRecord(
                NAMES.deadLetters(),
                0,
                "report:2026-11-18T04:00:00Z".getBytes(StandardCharsets.UTF_8),
                value,
                HeaderList.of(headers)));
    }

    /** Writes a dead letter, and returns its position. */
    public String letter(@Nullable String value, Map<String, String> headers) {
        long offset = log.ends(NAMES.deadLetters()).getOrDefault(0, 0L);
        letter(log, value == null ? null : value.getBytes(StandardCharsets.ISO_8859_1), headers);
        return "dead-letters-0@" + offset;
    }

    /** The path of a route, with its variable parts filled in. */
    static String target(String path) {
        return path.replace("{taskId}", "report")
                .replace("{key}/cancel", MemoryRuns.RETRYING + "/cancel")
                .replace("{key}", MemoryRuns.DONE.toString())
                .replace("{position}/drop", "dead-letters-0@1/drop")
                .replace("{position}", "dead-letters-0@0")
                .replace("{name}", "work");
    }

    public int port() {
        return server.port();
    }

    /** Writes the schedule's record directly, as another client would. */
    public Schedule applied(String taskId) {
        Schedule schedule =
                Schedule.of(taskId, FiringRule.cron("0 * * * *", "Europe/Berlin"), Work.of("http", RawJson.NULL));
        put(taskId, Kind.SCHEDULE.encode(schedule));
        return schedule;
    }

    /** Writes a heartbeat of a worker of the default queue that serves these types. */
    public void serving(String... types) {
        String heartbeat = "{\"worker\":{\"id\":\"w1\",\"incarnation\":\"i1\"},\"queues\":[\"default\"],\"types\":[\""
                + String.join("\",\"", types) + "\"],\"startedAt\":\"" + NOW + "\",\"at\":\"" + NOW + "\",\"load\":{}}";
        log.put(new OutgoingRecord(
                NAMES.workers(),
                0,
                "w1".getBytes(StandardCharsets.UTF_8),
                heartbeat.getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));
    }

    public void put(String taskId, byte[] value) {
        log.put(new OutgoingRecord(
                NAMES.schedules(), 0, taskId.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }

    /** Fields of a record in JSON, with single quotes for double ones. */
    private static byte[] json(String fields) {
        return ("{" + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    public void calendar(String name, String fields) {
        log.put(new OutgoingRecord(
                NAMES.calendars(),
                0,
                name.getBytes(StandardCharsets.UTF_8),
                json("'name':'" + name + "'," + fields),
                HeaderList.none()));
    }

    /** Writes the trigger's marker of a schedule, for its newest record. */
    public void marked(String taskId, String fields) {
        log.put(new OutgoingRecord(
                NAMES.triggerState(),
                0,
                taskId.getBytes(StandardCharsets.UTF_8),
                json("'taskId':'" + taskId + "','position':1000,'floor':{'due':'1970-01-01T00:00:00Z'}," + fields),
                HeaderList.none()));
        clock.advance(Duration.ofSeconds(2));
    }

    /** The entries in audit, oldest first for each subject. */
    public List<AuditEntry> audited() {
        return log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
    }

    public RawAnswer get(String target) {
        return ask("GET", target, "");
    }

    /**
     * Sends a request, and checks the response against the document, and the request too if it was accepted.
     *
     * @param headers as {@code If-Match: "3"}
     */
    public RawAnswer ask(String verb, String target, String body, String... headers) {
        catchUp();
        StringBuilder head = new StringBuilder(verb + " " + target + " HTTP/1.1\r\nHost: localhost");
        for (String header : headers) {
            head.append("\r\n").append(header);
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (!verb.equals("GET")) {
            head.append("\r\nContent-Length: ").append(bytes.length);
        }
        if (bytes.length > 0) {
            head.append("\r\nContent-Type: application/json");
        }
        RawAnswer answer;
        try (RawHttp http = new RawHttp(port())) {
            http.send(head + "\r\nConnection: close\r\n\r\n");
            http.send(bytes);
            answer = http.answer();
        }
        OpenApi.checkAnswer(verb, target, answer);
        if (answer.status() < 300) {
            OpenApi.Operation operation = Objects.requireNonNull(OpenApi.find(verb, target));
            if (!OpenApi.complaints(operation, body).isEmpty()) {
                throw new AssertionError("a request that the document forbids was accepted: " + verb + " " + target
                        + " " + body + ": " + OpenApi.complaints(operation, body));
            }
        }
        return answer;
    }

    @Override
    public void close() {
        server.close();
        session.close();
        markers.close();
        if (recorded != null) {
            recorded.close();
        }
    }
}
