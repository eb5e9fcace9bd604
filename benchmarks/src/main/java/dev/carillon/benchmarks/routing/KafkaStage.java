package dev.carillon.benchmarks.routing;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.TriggerService;
import dev.carillon.worker.WorkerConfig;
import dev.carillon.worker.WorkerService;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.handler.TaskContext;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A broker, a trigger and four workers in this process, of weights 1 to 4, with a settable duration of tasks. */
final class KafkaStage implements AutoCloseable {
    static final int WORKERS = 4;

    private static final int SLOTS = 10;
    private static final int BUFFER = 1_000;
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    private static final String TYPE = "bell";

    private final Clock clock = SystemTime.clock();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final KafkaTestBed bed;
    private final TopicNames names;
    private final KafkaClients clients;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    /** Closed in reverse order. */
    private final Deque<Runnable> opened = new ArrayDeque<>();

    private final long[] millis = new long[WORKERS];
    private final Rung rung;

    KafkaStage(Path dir, Rung rung) throws Exception {
        this.rung = rung;
        bed = KafkaTestBed.start(dir);
        opened.push(bed::close);
        try {
            clients = bed.clients();
            names = bed.makeTopics("carillon", "default");
            producer = clients.producer("stage");
            opened.push(producer::close);
            opened.push(timer::shutdownNow);
            startAll();
        } catch (Exception | Error e) {
            // The caller has no object to close if the constructor fails; the broker would keep running.
            close();
            throw e;
        }
    }

    private void startAll() throws Exception {
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            WorkerConfig config = WorkerConfig.defaults()
                    .withId("w" + (i + 1))
                    .withWeight(i + 1)
                    .withSlots(SLOTS, BUFFER);
            HandlerRegistry handlers = HandlerRegistry.none().withAsync(TYPE, context -> ring(worker, context));
            WorkerService service = new WorkerService(config, names, handlers, clients, clock, meters);
            service.start();
            opened.push(() -> service.stop(STOP_WITHIN));
        }
        // The trigger starts last and stops first, so that workers run all of its ticks.
        TriggerService trigger =
                new TriggerService(TriggerConfig.DEFAULT.withZookeeper(bed.zooKeeper()), names, clients, clock, meters);
        trigger.start();
        opened.push(() -> trigger.stop(STOP_WITHIN));
    }

    private CompletionStage<RawJson> ring(int worker, TaskContext context) {
        rung.begun(worker, context.key(), Objects.requireNonNull(context.nominalTime()), clock.instant());
        CompletableFuture<RawJson> end = new CompletableFuture<>();
        var unused = timer.schedule(() -> end.complete(RawJson.NULL), millis[worker], TimeUnit.MILLISECONDS);
        return end;
    }

    KafkaTicks ticks() {
        return new KafkaTicks(clients, names, KafkaTestBed.PARTITIONS);
    }

    Instant now() {
        return clock.instant();
    }

    /** Sets the duration of tasks at this worker. */
    void takes(int worker, long taskMillis) {
        millis[worker] = taskMillis;
    }

    /** Sets the default; returns when the broker appended it. */
    long byDefault(Routing routing) throws ExecutionException, InterruptedException {
        byte[] key = DefaultRouting.NAME.getBytes(StandardCharsets.UTF_8);
        byte[] value = Kind.SETTING.encode(DefaultRouting.of(routing));
        return producer.send(new ProducerRecord<>(names.settings(), 0, key, value))
                .get()
                .timestamp();
    }

    void apply(String name, int count, FiringRule when) {
        for (int i = 0; i < count; i++) {
            Schedule schedule = Schedule.of(name + i, when, Work.of(TYPE, RawJson.NULL));
            put(name + i, Kind.SCHEDULE.encode(schedule));
        }
        producer.flush();
    }

    void delete(String name, int count) {
        for (int i = 0; i < count; i++) {
            put(name + i, null);
        }
        producer.flush();
    }

    /** Ignores failures: the caller waits for the ticks and notices a missing one. */
    private void put(String taskId, byte @Nullable [] value) {
        var unused = producer.send(
                new ProducerRecord<>(names.schedules(), 0, taskId.getBytes(StandardCharsets.UTF_8), value));
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }
}
