package dev.carillon.system.running;

import dev.carillon.kit.admin.ProcessMeters;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.Checker;
import dev.carillon.system.checker.CheckerOptions;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.read.KafkaRunReader;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.RecordMetadata;

/** All services in one namespace of a broker, and the methods by which system tests use and observe them. */
public final class RunningCarillon implements AutoCloseable {
    /** How many tasks the worker runs at a time. */
    public static final int CONCURRENCY = 10;
    /** Long enough for a slow machine; passing tests wait less. */
    public static final Duration SOON = Duration.ofSeconds(30);

    private final Brokers brokers;
    private final TopicNames names;
    private final int partitions;
    private final Clock clock = SystemTime.clock();
    private final FreshKeys keys = new FreshKeys(clock);
    private final ProcessMeters meters = new ProcessMeters();
    private final KafkaClients clients;
    private final Bells bells = new Bells();
    private final KafkaDoor door;
    private final KafkaTopicWatch watch;
    private final Services services;
    private final Slot trigger;
    private final Slot worker;
    private final Slot collector;
    private final Slot console;

    public RunningCarillon(Brokers brokers, String namespace, int partitions, Path data) throws InterruptedException {
        this.brokers = brokers;
        this.names = new TopicNames(namespace);
        this.partitions = partitions;
        this.clients = new KafkaClients(KafkaConfig.at(brokers.bootstrapServers()), meters.registry());
        createTopics();
        this.door = new KafkaDoor(clients);
        this.watch = new KafkaTopicWatch(
                clients, List.of(names.outcomes(), names.results(), names.events(), names.deadLetters()));
        this.services = new Services(names, clients, clock, data, brokers.zooKeeperConnect(), meters.registry());
        this.trigger = services.trigger();
        this.worker = services.worker(bells);
        this.collector = services.collector();
        this.console = services.console();
    }

    void startServices() {
        trigger.start();
        collector.start();
        worker.start();
    }

    public Slot trigger() {
        return trigger;
    }

    /** Another trigger, not started. */
    public Slot anotherTrigger() {
        return services.trigger();
    }

    /** Another worker with the same handlers, not started. */
    public Slot anotherWorker() {
        return services.worker(bells);
    }

    public Slot worker() {
        return worker;
    }

    public Slot collector() {
        return collector;
    }

    /** The console, not started, because few tests need it. */
    public Slot console() {
        return console;
    }

    /** Creates missing topics, as {@code carillon topics create} does. */
    public void createTopics() throws InterruptedException {
        createTopics(names, partitions);
    }

    /** Creates the topics of another namespace, which is neither watched nor checked. */
    public void createTopics(TopicNames names, int partitions) throws InterruptedException {
        List<WantedTopic> wanted = new TopicCatalogue(names, partitions)
                .all(List.of(QueueName.DEFAULT)).stream()
                        .map(spec -> new WantedTopic(spec.name(), spec.partitions(), null, spec.configs()))
                        .toList();
        try (Admin admin = clients.admin("topics")) {
            new KafkaTopics(admin, SystemTime.pause(), SystemTime.ticker()).apply(wanted);
        }
    }

    /** The metrics of all services, as {@code /metrics} shows them. */
    public String scrape() {
        return meters.scrape();
    }

    public Brokers brokers() {
        return brokers;
    }

    public TopicNames names() {
        return names;
    }

    public int partitions() {
        return partitions;
    }

    public KafkaClients clients() {
        return clients;
    }

    public Clock clock() {
        return clock;
    }

    public Bells bells() {
        return bells;
    }

    public KafkaDoor door() {
        return door;
    }

    /** Defines or redefines a schedule. */
    public void apply(Schedule schedule) {
        put(schedule);
    }

    /** Like {@link #apply}, but returns the position of the record. */
    public RecordMetadata put(Schedule schedule) {
        return door.put(names.schedules(), schedule.taskId(), Kind.SCHEDULE.encode(schedule));
    }

    public void delete(String taskId) {
        door.put(names.schedules(), taskId, null);
    }

    /** Submits work under a new key. */
    public ExecutionKey submit(String taskId, Work work) {
        return submit(Task.first(keys.next(taskId), Origin.SUBMITTED, work));
    }

    /** Submits a task that names its key. */
    public ExecutionKey submit(Task task) {
        ExecutionKey key = task.key();
        if (key == null) {
            throw new IllegalArgumentException("the task names no execTime");
        }
        String topic = names.tasks(task.work().queue(), task.work().priority());
        door.put(topic, key.home(partitions), key.toString(), Kind.TASK.encode(task), Map.of());
        return key;
    }

    /** A new key, for a task that the test submits in another way. */
    public ExecutionKey freshKey(String taskId) {
        return keys.next(taskId);
    }

    /** Asks for one run of a schedule outside its ticks. */
    public ExecutionKey runNow(String taskId) {
        ExecutionKey key = freshKey(taskId);
        command(Command.of(CommandKind.RUN_NOW, taskId, clock.instant(), null).withExecTime(key.execTime()));
        return key;
    }

    public void cancel(ExecutionKey key) {
        command(Command.of(CommandKind.CANCEL, key.toString(), clock.instant(), "cancelled by a test"));
    }

    public void command(Command command) {
        door.put(names.control(), command.subject(), Kind.COMMAND.encode(command));
    }

    public Outcome awaitOutcome(ExecutionKey key) {
        return outcomes("outcomes of " + key, 1, SOON, record -> record.keyText()
                        .equals(key.toString()))
                .get(0);
    }

    public List<Outcome> awaitOutcomes(String taskId, int number) {
        return awaitOutcomes(taskId, number, SOON);
    }

    public List<Outcome> awaitOutcomes(String taskId, int number, Duration within) {
        return outcomes("outcomes of " + taskId, number, within, record -> record.keyText()
                .startsWith(taskId + ":"));
    }

    private List<Outcome> outcomes(String what, int number, Duration within, Predicate<SeenRecord> fits) {
        return watch.await(what, names.outcomes(), number, within, fits).stream()
                .map(record -> Kind.OUTCOME.decode(valueOf(record)))
                .toList();
    }

    public Event awaitEvent(String what, Predicate<Event> fits) {
        return watch
                .await(what, names.events(), 1, SOON, record -> fits.test(Kind.EVENT.decode(valueOf(record))))
                .stream()
                .map(record -> Kind.EVENT.decode(valueOf(record)))
                .findFirst()
                .orElseThrow();
    }

    /** Waits for the dead letter of the record at this position. */
    public SeenRecord awaitDeadLetter(String topic, int partition, long offset) {
        return awaitDeadLetter(
                "dead letter of " + topic + "-" + partition + "@" + offset,
                deadLetter -> topic.equals(deadLetter.headers().get(Headers.ORIGIN_TOPIC))
                        && ("" + partition).equals(deadLetter.headers().get(Headers.ORIGIN_PARTITION))
                        && ("" + offset).equals(deadLetter.headers().get(Headers.ORIGIN_OFFSET)));
    }

    public SeenRecord awaitDeadLetter(String what, Predicate<SeenRecord> fits) {
        return watch.await(what, names.deadLetters(), 1, SOON, fits).get(0);
    }

    public KafkaTopicWatch watch() {
        return watch;
    }

    private static byte[] valueOf(SeenRecord record) {
        byte[] value = record.value();
        return value == null ? RawJson.NULL.text().getBytes(java.nio.charset.StandardCharsets.UTF_8) : value;
    }

    /** Reads all records of the namespace. */
    public Run read() {
        return new KafkaRunReader(brokers.bootstrapServers()).read(names);
    }

    /** Checks all records of the namespace. */
    public Report check() {
        return check(CheckerOptions.oneMachine());
    }

    public Report check(CheckerOptions options) {
        return new Checker(options).check(read());
    }

    /** Waits until everything has ended and the checker finds nothing. */
    public Report awaitCleanReport() {
        return awaitCleanReport(SOON);
    }

    public Report awaitCleanReport(Duration within) {
        AtomicReference<Report> last = new AtomicReference<>(check());
        Eventually.that("the checker finds nothing", within, () -> {
            Report report = check();
            last.set(report);
            if (!report.isClean()) {
                throw new AssertionError(report.toString());
            }
            return true;
        });
        return Objects.requireNonNull(last.get());
    }

    @Override
    public void close() {
        trigger.stop();
        worker.stop();
        collector.stop();
        console.stop();
        watch.close();
        door.close();
        meters.close();
    }
}
