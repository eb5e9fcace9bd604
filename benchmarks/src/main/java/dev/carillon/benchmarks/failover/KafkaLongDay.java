package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Takeovers when {@code trigger-state} holds a day's slices, each a transaction with a watermark and a marker. */
final class KafkaLongDay {
    private static final int TASKS = 1_000;
    private static final int TAKEOVERS = 3;
    private static final int TOLD_EVERY = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final KafkaTestBed bed;
    private final String zooKeeper;
    private final Path dir;
    private final Clock clock;

    KafkaLongDay(KafkaTestBed bed, String zooKeeper, Path dir, Clock clock) {
        this.bed = bed;
        this.zooKeeper = zooKeeper;
        this.dir = dir;
        this.clock = clock;
    }

    void measure(int slices, int schedules, Report report) throws Exception {
        TopicNames names = bed.makeTopics("long-day", "default");
        report.note("slicesBeforeTakeover", Integer.toString(slices));
        write(names, slices);
        KafkaSchedules.everySecond(bed.clients(), names, schedules);
        try (KafkaTickWatch ticks = new KafkaTickWatch(bed.clients(), names, schedules);
                ZookeeperLatchNodes nodes = new ZookeeperLatchNodes(zooKeeper, names);
                Candidates candidates = new Candidates(
                        2, names.namespace(), bed.bootstrapServers(), zooKeeper, dir, RoleProcess.SHORT_LIVED)) {
            Scene scene = new Scene(candidates, nodes, ticks, report, clock, bed.clients(), names);
            Instant started = clock.instant();
            KafkaTickWatch.await("the first ticks", PATIENCE, () -> isTicking(ticks, started));
            Instant begin = scene.begin();
            Samples takeovers = new Samples();
            for (int round = 1; round <= TAKEOVERS; round++) {
                // Its standby is warm: it takes part in the election, and has had seconds to read the day.
                RoleProcess leader = candidates.leader();
                Instant killed = scene.anyMoment(round);
                leader.kill();
                takeovers.add(Scene.millis(firstTick(ticks, "a tick of the standby", killed, killed.plusMillis(50))));
                candidates.startAgain(leader);
                scene.calm(Scene.second(killed));
            }
            report.alwaysAtMost("dayOldTakeoverMaxMillis", takeovers.percentile(1), Deaths.takeoverBound());

            RoleProcess any = candidates.leader();
            candidates.killAll();
            Instant again = clock.instant();
            candidates.startAgain(any);
            report.figure(
                    "dayOldColdStartMillis",
                    Scene.millis(firstTick(ticks, "a tick of a fresh process", again, again.plusMillis(50))));
            Instant last = Scene.second(clock.instant());
            ticks.awaitComplete(begin, last, PATIENCE);
            report.none("dayOldTicksLost", (double) ticks.lost(begin, last));
            report.none("dayOldTicksDoubled", (double) ticks.doubled());
            report.none("dayOldTicksSkipped", (double) ticks.skipped());
        }
    }

    private static Duration firstTick(KafkaTickWatch ticks, String what, Instant since, Instant after)
            throws InterruptedException {
        KafkaTickWatch.await(what, PATIENCE, () -> isTicking(ticks, after));
        return Duration.between(since, ticks.firstAfter(after));
    }

    private static boolean isTicking(KafkaTickWatch ticks, Instant after) {
        return ticks.firstAfter(after).isBefore(Instant.MAX);
    }

    private void write(TopicNames names, int slices) {
        try (Producer<byte[], byte[]> producer =
                bed.clients().transactionalProducer("long-day", names.namespace() + ".trigger.0")) {
            producer.initTransactions();
            Instant first = clock.instant().minusSeconds(slices);
            for (int i = 0; i < slices; i++) {
                producer.beginTransaction();
                Instant due = Instant.ofEpochSecond(first.getEpochSecond() + i);
                String taskId = "old-" + i % TASKS;
                send(producer, names, taskId, deleted(taskId, due));
                Watermark watermark = new Watermark("0", DecidedUpTo.allOf(due), InputPositions.START, null, Map.of());
                send(producer, names, Watermark.recordKey("0"), Kind.WATERMARK.encode(watermark));
                producer.commitTransaction();
                if (i % TOLD_EVERY == TOLD_EVERY - 1) {
                    System.err.println("  wrote " + (i + 1) + " slices of " + slices);
                }
            }
        }
    }

    private static void send(Producer<byte[], byte[]> producer, TopicNames names, String key, byte[] value) {
        var unused =
                producer.send(new ProducerRecord<>(names.triggerState(), key.getBytes(StandardCharsets.UTF_8), value));
    }

    /** The marker of a deleted schedule, which a trigger keeps for a week. */
    private static byte[] deleted(String taskId, Instant due) {
        return ("{\"v\":1,\"taskId\":\"" + taskId + "\",\"floor\":{\"due\":\"" + due + "\"},\"deleted\":\"" + due
                        + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
