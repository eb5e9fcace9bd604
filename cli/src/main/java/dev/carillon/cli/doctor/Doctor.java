package dev.carillon.cli.doctor;

import dev.carillon.cli.doctor.check.AddressCheck;
import dev.carillon.cli.doctor.check.DoctorCheck;
import dev.carillon.cli.doctor.check.MachineCheck;
import dev.carillon.cli.doctor.check.ZookeeperCheck;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import dev.carillon.cli.doctor.finding.Severity;
import dev.carillon.cli.doctor.source.KafkaAddress;
import dev.carillon.cli.doctor.source.LocalDirectories;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Runs all checks in parallel and gives up those that do not end in time. */
public final class Doctor {
    /** Time for two connection attempts that time out one after the other, with some to spare. */
    private static final Duration ADDRESSES_WITHIN = Duration.ofSeconds(9);

    private static final Duration ALL_WITHIN = Duration.ofSeconds(15);

    private final DoctorTarget target;
    private final Clock clock;
    private final ClusterConnector connector;
    private final Consumer<String> progress;

    /**
     * Creates a doctor for one target.
     *
     * @param progress receives a line for each stage
     */
    public Doctor(DoctorTarget target, Clock clock, ClusterConnector connector, Consumer<String> progress) {
        this.target = target;
        this.clock = clock;
        this.connector = connector;
        this.progress = progress;
    }

    /** A check under way. */
    record Running(DoctorCheck<?> check, FutureTask<List<Finding>> task) {}

    /** All findings, in the order of the checks; good ones too. */
    public List<Finding> examine() throws InterruptedException {
        Deadline wholeDeadline = Deadline.in(ALL_WITHIN);
        Deadline addressDeadline = Deadline.in(ADDRESSES_WITHIN);
        progress.accept("checking this machine, Kafka and ZooKeeper");
        Running machine = start(
                new DoctorCheck<>("this machine", new LocalDirectories(target.directories()), MachineCheck::judge));
        Running zookeeper = start(new DoctorCheck<>("ZooKeeper", target.zookeeperFact(), ZookeeperCheck::judge));
        List<Running> addresses = new ArrayList<>();
        for (String address : target.kafka().bootstrapServers()) {
            addresses.add(start(new DoctorCheck<>(
                    "Kafka at " + address,
                    new KafkaAddress(target.kafka(), address),
                    AddressCheck::judge,
                    FindingKind.KAFKA_SILENT)));
        }
        List<Finding> findings = new ArrayList<>(await(machine, addressDeadline));
        List<Finding> kafka = await(addresses, addressDeadline);
        findings.addAll(kafka);
        if (kafka.stream().anyMatch(finding -> finding.severity() == Severity.GOOD)) {
            progress.accept("checking topics, rights, transactions, clocks and disks");
            try (KafkaChecks kafkaChecks = new KafkaChecks(target, clock, connector)) {
                List<Running> running = new ArrayList<>();
                kafkaChecks.checks().forEach(check -> running.add(start(check)));
                findings.addAll(await(running, wholeDeadline));
            }
        }
        findings.addAll(await(zookeeper, wholeDeadline));
        return findings;
    }

    public static Running start(DoctorCheck<?> check) {
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

    public static List<Finding> await(Running running, Deadline deadline) throws InterruptedException {
        String name = running.check().name();
        try {
            return running.task().get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.task().cancel(true);
            return List.of(running.check()
                    .late()
                    .found(
                            "checking " + name + " took too long and was given up",
                            "check the load of the brokers, and try again"));
        } catch (ExecutionException e) {
            // Checks turn their own exceptions into findings, so this one is a defect and is shown in full.
            return List.of(FindingKind.NOT_CHECKED.found(
                    "could not check " + name + ": " + SentenceParts.of(e.getCause() == null ? e : e.getCause()), ""));
        }
    }
}
