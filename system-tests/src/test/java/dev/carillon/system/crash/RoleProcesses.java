package dev.carillon.system.crash;

import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;

/** Two processes of each role, and how busy each of them is. */
final class RoleProcesses implements AutoCloseable {
    static final List<String> ROLES = List.of("trigger", "worker", "collector");
    private static final int OF_EACH = 2;
    private static final long ANSWER_SECONDS = 10;

    private final RunningCarillon carillon;
    private final List<RoleProcess> all = new ArrayList<>();
    private final Admin admin;

    RoleProcesses(RunningCarillon carillon, Path folder) throws IOException {
        this.carillon = carillon;
        this.admin = carillon.clients().admin("role-kill-test");
        for (String role : ROLES) {
            for (int number = 1; number <= OF_EACH; number++) {
                all.add(RoleProcess.start(role, number, settings(number, folder)));
            }
        }
    }

    /** Halves the session timeouts, so that a dead process is noticed sooner; all else is the default. */
    private Map<String, String> settings(int number, Path folder) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", carillon.brokers().bootstrapServers());
        settings.put("CARILLON_TOPICS_NAMESPACE", carillon.names().namespace());
        settings.put("CARILLON_TRIGGER_ZOOKEEPER", carillon.brokers().zooKeeperConnect());
        settings.put("CARILLON_TRIGGER_LATCH_SESSION", "2s");
        settings.put("CARILLON_WORKER_ID", "worker-" + number);
        settings.put("CARILLON_WORKER_SESSION_TIMEOUT", "3s");
        settings.put("CARILLON_COLLECTOR_SESSION_TIMEOUT", "3s");
        settings.put(
                "CARILLON_COLLECTOR_STATE_DIR",
                folder.resolve("collector-" + number).toString());
        return settings;
    }

    void awaitReady(Duration within) {
        all.forEach(process -> process.awaitReady(within));
    }

    /** A process, and how busy it was when it was asked. */
    record Busy(RoleProcess process, double busyness) {}

    /** The busiest process of a role by {@link #busyness}. */
    Busy busiest(String role) {
        return all.stream()
                .filter(process -> process.role().equals(role))
                .map(process -> new Busy(process, busyness(process)))
                .max(Comparator.comparingDouble(Busy::busyness))
                .orElseThrow();
    }

    /** 1 for the trigger that leads; the running attempts of a worker; the partitions that a collector owns. */
    private double busyness(RoleProcess process) {
        try {
            return switch (process.role()) {
                case "trigger" -> process.meter("carillon_trigger_leader");
                case "worker" -> process.meter("carillon_worker_running");
                default -> partitionsOf(process);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while asking " + process.name(), e);
        } catch (Exception e) {
            throw new AssertionError(process.lastOutput(), e);
        }
    }

    private int partitionsOf(RoleProcess collector) throws Exception {
        Path file = Path.of(collector.setting("CARILLON_COLLECTOR_STATE_DIR")).resolve("instance-id");
        String instance = Files.readString(file).strip();
        String group = carillon.names().namespace() + ".collector";
        return admin
                .describeConsumerGroups(List.of(group))
                .all()
                .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                .values()
                .stream()
                .flatMap(description -> description.members().stream())
                .filter(member -> member.groupInstanceId().orElse("").startsWith(instance))
                .mapToInt(RoleProcesses::partitions)
                .sum();
    }

    private static int partitions(MemberDescription member) {
        return member.assignment().topicPartitions().size();
    }

    /** The last output of all processes, for a failed run. */
    String lastOutput() {
        return String.join("\n\n", all.stream().map(RoleProcess::lastOutput).toList());
    }

    @Override
    public void close() {
        all.forEach(RoleProcess::close);
        admin.close();
    }
}
