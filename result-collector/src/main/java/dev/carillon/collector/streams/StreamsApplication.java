package dev.carillon.collector.streams;

import dev.carillon.collector.partition.PartitionCounts;
import dev.carillon.collector.partition.QueueTopics;
import dev.carillon.collector.partition.TimedWork;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the topology; a thread that dies is replaced. */
public final class StreamsApplication extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsApplication.class);

    private final Setup setup;
    private final StopMark mark;
    private final RestartPause restartPause = new RestartPause();
    private @Nullable Running running;

    /** All that the application is made of. */
    public record Setup(
            StreamsSettings settings,
            KafkaConfig kafka,
            Map<String, Object> clientExtras,
            Topics topics,
            Plan plan,
            Duration startWithin,
            Clock clock) {}

    /** What the topology needs from the service around it. */
    public record Plan(
            TopicNames names,
            long closedKept,
            QueueTopics queues,
            TimedWork timedWork,
            PartitionCounts counts,
            Runnable onUnusableCommand,
            Runnable onForgottenCommand,
            Runnable onThreadReplaced) {}

    /** The topics it works on. */
    public interface Topics {
        /** How many partitions the data topics have; asked at the start. */
        int partitions() throws Exception;

        /** Whether they are as they should be; if not, their watcher reports it. */
        boolean hold();
    }

    private record Running(KafkaStreams streams, CountDownLatch stopping) {}

    public StreamsApplication(Setup setup) {
        super("collector-streams");
        this.setup = setup;
        this.mark = new StopMark(setup.settings().stateDir());
    }

    @Override
    protected void startUp() throws Exception {
        StreamsNativeLibrary.require();
        int partitions = setup.topics().partitions();
        Plan plan = setup.plan();
        ThreadLocal<StreamsThreadShare> threads = ThreadLocal.withInitial(() -> new StreamsThreadShare(
                plan.names().results(), plan.counts(), setup.settings().commitInterval()));
        TopologyDependencies dependencies = new TopologyDependencies(
                plan.names(),
                partitions,
                Math.max(1, plan.closedKept() / partitions),
                plan.queues(),
                plan.timedWork(),
                plan.counts(),
                new ControlProgress(plan.onUnusableCommand(), plan.onForgottenCommand()),
                threads);
        Properties properties = new Properties();
        properties.putAll(setup.settings().named().properties(setup.kafka(), setup.clientExtras()));
        if (mark.started()) {
            LOG.info("the last run of the collector was killed; its state is restored from the changelog");
        }
        KafkaStreams streams = new KafkaStreams(
                StreamsTopology.build(dependencies), properties, new StreamsClients(threads, setup.clock()));
        Running now = new Running(streams, new CountDownLatch(1));
        running = now;
        CountDownLatch settled = new CountDownLatch(1);
        streams.setStateListener((state, old) -> {
            LOG.debug("the collector's streams go from {} to {}", old, state);
            if (state == KafkaStreams.State.RUNNING || state == KafkaStreams.State.ERROR) {
                settled.countDown();
            }
            if (state == KafkaStreams.State.ERROR) {
                fail(new IllegalStateException("the collector's streams have failed; see the errors logged before"));
            }
        });
        streams.setUncaughtExceptionHandler(e -> replace(e, now.stopping()));
        streams.start();
        if (!settled.await(setup.startWithin().toMillis(), TimeUnit.MILLISECONDS)) {
            throw new TimeoutException("the collector is " + streams.state() + " after " + setup.startWithin()
                    + "; raise collector.start-timeout if it restores a large state");
        }
    }

    /** Called on the dying thread: the pause keeps a lasting fault from causing a storm of restarts. */
    private StreamThreadExceptionResponse replace(Throwable e, CountDownLatch stopping) {
        RestartPause.Rest rest = restartPause.died(setup.clock().instant());
        setup.plan().onThreadReplaced().run();
        if (!setup.topics().hold()) {
            LOG.debug("a thread of the collector died because its topics are missing or wrong", e);
        } else if (rest.inARow() == 1) {
            LOG.error("a thread of the collector died and is replaced in {}", rest.pause(), e);
        } else {
            LOG.error(
                    "a thread of the collector died, {} in a row ({}); replaced in {}",
                    rest.inARow(),
                    e.toString(),
                    rest.pause());
        }
        try {
            if (stopping.await(rest.pause().toMillis(), TimeUnit.MILLISECONDS)) {
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    @Override
    protected void shutDown(Duration within) throws IOException {
        Running old = running;
        running = null;
        if (old == null) {
            return;
        }
        old.stopping().countDown();
        // Without leaving the group, the next start would wait until the session of this one has timed out.
        CloseOptions leave = CloseOptions.timeout(within)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
        if (!old.streams().close(leave)) {
            throw new IllegalStateException("the collector's streams did not stop within " + within);
        }
        mark.stopped();
    }

    /** The state of Streams, for people. */
    public String condition() {
        Running now = running;
        return now == null ? "not running" : now.streams().state().name();
    }

    public boolean isWorking() {
        Running now = running;
        return now != null && now.streams().state() == KafkaStreams.State.RUNNING;
    }
}
