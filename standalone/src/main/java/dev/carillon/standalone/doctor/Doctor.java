package dev.carillon.standalone.doctor;

import dev.carillon.client.Connector;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import dev.carillon.trigger.TriggerService;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Makes all checks, side by side, and ends in time whatever does not answer. */
public final class Doctor {
    /** Two connections that nobody answers, one after the other, and something to spare. */
    private static final Duration DOORS_WITHIN = Duration.ofSeconds(9);

    private static final Duration ALL_WITHIN = Duration.ofSeconds(15);

    private final Patient patient;
    private final Clock clock;
    private final Connector connector;
    private final Consumer<String> progress;

    /**
     * A doctor for one patient.
     *
     * @param progress hears what is being looked at
     */
    public Doctor(Patient patient, Clock clock, Connector connector, Consumer<String> progress) {
        this.patient = patient;
        this.clock = clock;
        this.connector = connector;
        this.progress = progress;
    }

    /** A check under way. */
    record Running(Check<?> check, FutureTask<List<Finding>> task) {}

    /** All findings, in the order of the checks; good ones too. */
    public List<Finding> examine() throws InterruptedException {
        Deadline all = Deadline.in(ALL_WITHIN);
        Deadline doors = Deadline.in(DOORS_WITHIN);
        progress.accept("looking at this machine, Kafka and ZooKeeper");
        Running machine =
                start(new Check<>("this machine", new MachineRooms(patient.directories()), MachineCheck::judge));
        Running zookeeper = start(new Check<>(
                "ZooKeeper",
                new ZookeeperVisit(
                        patient.zookeeper(), patient.latchSession(), latchFolder(), patient.zookeeperSecurity()),
                ZookeeperCheck::judge));
        List<Running> addresses = new ArrayList<>();
        for (String address : patient.kafka().bootstrapServers()) {
            addresses.add(start(new Check<>(
                    "Kafka at " + address,
                    new KafkaAddress(patient.kafka(), address),
                    AddressCheck::judge,
                    Trouble.KAFKA_SILENT)));
        }
        List<Finding> findings = new ArrayList<>(await(machine, doors));
        List<Finding> kafka = await(addresses, doors);
        findings.addAll(kafka);
        if (kafka.stream().anyMatch(finding -> finding.severity() == Severity.GOOD)) {
            progress.accept("looking at topics, rights, transactions, clocks and disks");
            try (KafkaRounds rounds = new KafkaRounds(patient, clock, connector)) {
                List<Running> running = new ArrayList<>();
                rounds.checks().forEach(check -> running.add(start(check)));
                findings.addAll(await(running, all));
            }
        }
        findings.addAll(await(zookeeper, all));
        return findings;
    }

    private String latchFolder() {
        return "/carillon/" + patient.topics().namespace() + "/trigger/" + TriggerService.SHARD;
    }

    static Running start(Check<?> check) {
        FutureTask<List<Finding>> task = new FutureTask<>(check::run);
        Threads.named("doctor", task).start();
        return new Running(check, task);
    }

    private static List<Finding> await(List<Running> running, Deadline deadline) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Running one : running) {
            findings.addAll(await(one, deadline));
        }
        return findings;
    }

    static List<Finding> await(Running running, Deadline deadline) throws InterruptedException {
        String name = running.check().name();
        try {
            return running.task().get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.task().cancel(true);
            return List.of(running.check()
                    .late()
                    .found(
                            "looking at " + name + " took too long and was given up",
                            "look at the brokers' load, and try again"));
        } catch (ExecutionException e) {
            // Checks turn their own exceptions into findings; this is a defect, and is shown as what it is.
            return List.of(Trouble.NOT_CHECKED.found(
                    "could not look at " + name + ": " + Words.of(e.getCause() == null ? e : e.getCause()), ""));
        }
    }
}
