package dev.carillon.worker;

import dev.carillon.kit.embed.EmbeddedParts;
import dev.carillon.kit.embed.EmbeddedService;
import dev.carillon.kit.embed.EmbeddedSettings;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.handler.AsyncTaskHandler;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.handler.TaskHandler;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A worker of one queue inside your own program, with handlers in your code. */
public final class CarillonWorker extends EmbeddedService {
    /** How long a close may take beyond the drain: for the last commit and for leaving the group. */
    private static final Duration BEYOND_DRAIN = Duration.ofSeconds(20);

    private final WorkerService worker;

    private CarillonWorker(EmbeddedParts parts, WorkerConfig config, TopicNames names, WorkerService worker) {
        super(
                parts.behindKafka(worker, List.of(names.schedules(), names.outcomes())),
                config.drain().plus(BEYOND_DRAIN));
        this.worker = worker;
    }

    /** A worker on the Kafka at {@code host:port} (several with commas between them). */
    public static Settings on(String bootstrapServers) {
        return new Settings(bootstrapServers);
    }

    /** The id in its heartbeats; null while it does not run. */
    public @Nullable String id() {
        return worker.workerId();
    }

    @Override
    public List<String> whyNotReady() {
        return worker.readiness().values().stream()
                .filter(why -> !why.isEmpty())
                .toList();
    }

    /** The settings of an embedded worker; {@link #start} starts it. */
    public static final class Settings extends EmbeddedSettings<Settings, CarillonWorker> {
        private HandlerRegistry handlers = HandlerRegistry.none();

        private Settings(String bootstrapServers) {
            super(bootstrapServers);
        }

        /** Sets the handler for tasks of a type; {@code http} has one already. */
        public Settings handle(String type, TaskHandler handler) {
            handlers = handlers.with(type, handler);
            return this;
        }

        /** As {@link #handle}, for work that needs no thread while it waits. */
        public Settings handleAsync(String type, AsyncTaskHandler handler) {
            handlers = handlers.withAsync(type, handler);
            return this;
        }

        /** The queue whose tasks it runs: {@code default}, if not set. */
        public Settings queue(String queue) {
            return set("worker.queue", queue);
        }

        /** How many tasks run at the same time: 10, if not set. */
        public Settings concurrency(int tasks) {
            return set("worker.concurrency", Integer.toString(tasks));
        }

        /** A name that stays the same across restarts; no two running workers may have the same. */
        public Settings id(String id) {
            return set("worker.id", id);
        }

        /** How long a close waits for running tasks before they are handed back: 30 s, if not set. */
        public Settings drain(Duration within) {
            return set("worker.drain", within.toString());
        }

        @Override
        protected Settings self() {
            return this;
        }

        @Override
        protected List<Class<? extends Record>> records() {
            return List.of(WorkerConfig.class);
        }

        @Override
        protected CarillonWorker made(EmbeddedParts parts) {
            WorkerConfig config = parts.config().get(WorkerConfig.class);
            TopicNames names = new TopicNames(parts.namespace());
            WorkerService worker =
                    new WorkerService(config, names, handlers, parts.clients(), parts.clock(), parts.meters());
            return new CarillonWorker(parts, config, names, worker);
        }
    }
}
