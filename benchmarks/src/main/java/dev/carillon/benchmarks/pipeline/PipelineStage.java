package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A broker, a trigger, a collector and workers, each in a separate process and set up as {@code carillon run} does. */
final class PipelineStage implements AutoCloseable {
    static final int WORKERS = 2;

    private final Path dir;
    private final KafkaTestBed bed;
    private final TopicNames names;
    private final ProcessorTime processor = new ProcessorTime();
    private final List<ChildProcess> workers = new ArrayList<>();
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final List<HandlerStarts> starts = new ArrayList<>();
    private @Nullable RoleProcess trigger;
    private int started;

    private PipelineStage(Path dir, KafkaTestBed bed, TopicNames names) {
        this.dir = dir;
        this.bed = bed;
        this.names = names;
    }

    /** Creates the topics alone, for workers without other roles. */
    static PipelineStage empty(Path dir, KafkaTestBed bed, String namespace) throws InterruptedException {
        PipelineStage stage = new PipelineStage(dir, bed, bed.makeTopics(namespace, "default"));
        stage.processor.add("client", ProcessHandle.current().pid());
        stage.processor.add("broker", bed.pid());
        return stage;
    }

    /** Starts all but the workers, in a separate namespace. */
    static PipelineStage start(Path dir, KafkaTestBed bed, String namespace) throws Exception {
        PipelineStage stage = empty(dir, bed, namespace);
        try {
            stage.trigger = stage.role("trigger", Map.of("CARILLON_TRIGGER_ZOOKEEPER", bed.zooKeeper()));
            var unused = stage.role(
                    "collector",
                    Map.of(
                            "CARILLON_COLLECTOR_STATE_DIR",
                            dir.resolve("state-" + namespace).toString()));
            return stage;
        } catch (Exception | Error e) {
            stage.close();
            throw e;
        }
    }

    private RoleProcess role(String role, Map<String, String> own) throws Exception {
        Map<String, String> settings = new java.util.TreeMap<>(own);
        settings.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", bed.bootstrapServers());
        settings.put("CARILLON_TOPICS_NAMESPACE", names.namespace());
        RoleProcess process =
                new RoleProcess(role, names.namespace() + "-" + role, dir, RoleProcess.AS_LAUNCHED, settings);
        opened.push(process::close);
        process.awaitReady();
        processor.add(role, process.pid());
        return process;
    }

    /** How many schedules the trigger has in force. */
    int schedules() throws IOException, InterruptedException {
        return trigger == null ? 0 : (int) trigger.meter("carillon_trigger_schedules", "state=\"active\"");
    }

    /** Starts workers with these settings in addition to the present ones. */
    void startWorkers(int count, String... settings) throws IOException {
        start(count, false, settings);
    }

    /** Starts workers that note when their handlers start. */
    void startNotingWorkers(int count, String... settings) throws IOException {
        start(count, true, settings);
    }

    private void start(int count, boolean noting, String... settings) throws IOException {
        for (int i = 0; i < count; i++) {
            started++;
            Path file = dir.resolve(names.namespace() + "-starts-" + started);
            if (noting) {
                starts.add(HandlerStarts.open(file));
            }
            List<String> arguments =
                    new ArrayList<>(List.of(bed.bootstrapServers(), names.namespace(), noting ? file.toString() : ""));
            arguments.addAll(List.of(settings));
            ChildProcess worker = ChildProcess.start(
                    dir.resolve(names.namespace() + "-worker-" + started + ".log"),
                    RoleProcess.WORKER_AS_LAUNCHED,
                    NoOpWorkerMain.class,
                    arguments.toArray(new String[0]));
            workers.add(worker);
            opened.push(worker::close);
            processor.add("worker" + started, worker.pid());
        }
    }

    /** SIGKILL for one of the workers. */
    void killWorker() throws InterruptedException {
        workers.remove(0).kill();
    }

    /** The next unread start of a handler, in any worker; null if there is none. */
    HandlerStarts.@Nullable Start pollStart() {
        for (HandlerStarts one : starts) {
            HandlerStarts.Start found = one.poll();
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    KafkaTestBed bed() {
        return bed;
    }

    TopicNames names() {
        return names;
    }

    ProcessorTime processor() {
        return processor;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }
}
