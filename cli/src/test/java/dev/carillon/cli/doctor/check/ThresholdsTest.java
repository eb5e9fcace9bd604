package dev.carillon.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.fact.BrokerDisk;
import dev.carillon.cli.doctor.fact.ClockReading;
import dev.carillon.cli.doctor.fact.LocalDirectory;
import dev.carillon.cli.doctor.fact.MachineFact;
import dev.carillon.cli.doctor.fact.OpenTransaction;
import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.fact.WorkersFact.WorkKind;
import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.doctor.finding.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last value without a finding and the first one with it, and what findings say. */
final class ThresholdsTest {
    private static final long MB = 1024L * 1024;
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private static Finding only(List<Finding> findings) {
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, GOOD, 0 ms ahead of",
        "1000, 0, GOOD, 1 s ahead of",
        "1001, 0, CLOCK_DRIFTS, 1 s ahead of",
        "-1001, 0, CLOCK_DRIFTS, 1 s behind",
        "2000, 0, CLOCK_DRIFTS, 2 s ahead of",
        "2001, 0, CLOCK_OFF, 2 s ahead of",
        "-2001, 0, CLOCK_OFF, 2 s behind",
        "-3600000, 0, CLOCK_OFF, 1 h behind",
        // A round trip of four seconds may hide two seconds in either direction.
        "3000, 4000, GOOD, 3 s ahead of",
        "3001, 4000, CLOCK_DRIFTS, 3 s ahead of",
        "4001, 4000, CLOCK_OFF, 4 s ahead of"
    })
    void aClockIsWrongBeyondWhatTheRoundTripLeavesOpen(long aheadMillis, long roundTrip, String code, String words) {
        Instant before = NOW.plusMillis(aheadMillis - roundTrip / 2);
        Finding finding = only(ClockCheck.judge(new ClockReading(before, NOW, before.plusMillis(roundTrip))));
        assertThat(finding.code()).isEqualTo(code);
        assertThat(finding.seen()).startsWith("this machine's clock is " + words + " the cluster's");
    }

    /** A disk has to hold 1 GB and five percent; below 100 MB it is as good as full. */
    @ParameterizedTest
    @CsvSource({
        "99, 10000, BROKER_DISK_FULL",
        "100, 10000, BROKER_DISK_LOW",
        "1023, 10000, BROKER_DISK_LOW",
        "1024, 10000, GOOD",
        "4999, 100000, BROKER_DISK_LOW",
        "5000, 100000, GOOD"
    })
    void aDiskIsJudgedByItsSpaceAndItsShare(long usable, long total, String code) {
        assertThat(only(DiskCheck.judge(List.of(new BrokerDisk(1, "/kafka", total * MB, usable * MB, null))))
                        .code())
                .isEqualTo(code);
        LocalDirectory local = new LocalDirectory("collector.state-dir", "/state", true, total * MB, usable * MB);
        assertThat(MachineCheck.judge(new MachineFact(17, "Some", 65_536, List.of(local))))
                .extracting(Finding::code)
                .endsWith(code.replace("BROKER_", ""));
    }

    @Test
    void aDiskOfUnknownSizeIsNotSaidToBeFull() {
        assertThat(only(DiskCheck.judge(List.of(new BrokerDisk(1, "/kafka", -1, -1, null))))
                        .seen())
                .isEqualTo("/kafka of broker 1 has ? of ? left");
        assertThat(only(DiskCheck.judge(List.of(new BrokerDisk(1, "/kafka", -1, 2048 * MB, null))))
                        .code())
                .isEqualTo("GOOD");
        assertThat(DiskCheck.judge(List.of())).isEmpty();
    }

    @Test
    void aFailedDiskIsNamedBesideThoseThatWork() {
        List<Finding> findings = DiskCheck.judge(List.of(
                new BrokerDisk(1, "/a", 1, 1, "Disk error"), new BrokerDisk(2, "/b", 10_000 * MB, 9_000 * MB, null)));
        assertThat(findings).extracting(Finding::code).containsExactly("BROKER_DISK_FAILED", "GOOD");
        assertThat(findings.get(0).seen()).isEqualTo("/a of broker 1 has failed: Disk error");
    }

    @ParameterizedTest
    @CsvSource({"16, 4096, JAVA_OLD", "17, 4096, ''", "25, 4095, FILES_FEW", "17, -1, ''", "17, 0, FILES_FEW"})
    void javaAndOpenFilesHaveALeast(int java, long files, String code) {
        List<String> codes = MachineCheck.judge(new MachineFact(java, "Some", files, List.of())).stream()
                .map(Finding::code)
                .filter(found -> !found.equals("GOOD"))
                .toList();
        assertThat(codes).isEqualTo(code.isEmpty() ? List.of() : List.of(code));
    }

    @Test
    void aDirectoryThatCanNotBeWrittenIsThatFirstHoweverFullItIs() {
        LocalDirectory full = new LocalDirectory("collector.state-dir", "/state", false, 100, 0);
        Finding finding = MachineCheck.judge(new MachineFact(17, "Some", -1, List.of(full)))
                .get(1);
        assertThat(finding.code()).isEqualTo("DIRECTORY_UNWRITABLE");
        assertThat(finding.fix()).endsWith("or name another directory with --collector.state-dir=DIR");
    }

    @ParameterizedTest
    @CsvSource({"67108864, GOOD", "67108865, COMPACTION_BEHIND"})
    void compactedTopicsMayTakeSixtyFourMegabytes(long bytes, String code) {
        assertThat(only(CompactionCheck.judge(Map.of("carillon.workers", bytes)))
                        .code())
                .isEqualTo(code);
    }

    @Test
    void eachTopicThatIsNotCompactedIsAFindingInTheOrderOfTheirNames() {
        assertThat(CompactionCheck.judge(Map.of("b", 900 * MB, "c", 1L, "a", 901 * MB)))
                .extracting(Finding::seen)
                .containsExactly("a takes 901 MB although it is compacted", "b takes 900 MB although it is compacted");
        assertThat(CompactionCheck.judge(Map.of())).isEmpty();
    }

    private static Finding hanging(long millis, @Nullable String id) {
        OpenTransaction open = new OpenTransaction("carillon.events", 2, 17, id, 42, NOW.minusMillis(millis));
        return only(TransactionCheck.judge(List.of(open), NOW, Duration.ofSeconds(15), "kafka-1:9092"));
    }

    @Test
    void aTransactionHangsFromTheToleratedAgeOn() {
        assertThat(hanging(14_999, "a").code()).isEqualTo("GOOD");
        assertThat(hanging(15_000, "a").code()).isEqualTo("TRANSACTION_HANGING");
        // The broker's clock may be ahead of this one.
        assertThat(hanging(-5_000, "a").code()).isEqualTo("GOOD");
    }

    @Test
    void aTransactionIsNamedByItsOwnerAndEndedWithTheNamedCommand() {
        assertThat(hanging(60_000, "carillon.trigger.0").seen())
                .isEqualTo("a transaction of carillon.trigger.0 has been open without a write for 1 min in"
                        + " carillon.events-2 at offset 42");
        assertThat(hanging(60_000, null).seen()).contains("of producer 17, which no coordinator knows, has been open");
        assertThat(hanging(60_000, null).fix())
                .isEqualTo("kafka-transactions.sh --bootstrap-server kafka-1:9092 abort --topic carillon.events"
                        + " --partition 2 --start-offset 42");
    }

    @ParameterizedTest
    @CsvSource({"4000, GOOD", "4001, ZOOKEEPER_SESSION_LONG", "3999, ZOOKEEPER_SESSION_SHORT"})
    void aSessionOfZooKeeperIsWhatWasAskedFor(long granted, String code) {
        ZookeeperFact fact = new ZookeeperFact(
                "zk:2181", Duration.ofSeconds(4), Duration.ofMillis(granted), null, "/carillon", null);
        List<Finding> findings = ZookeeperCheck.judge(fact);
        assertThat(findings).extracting(Finding::code).containsExactly(code, "GOOD");
        if (!code.equals("GOOD")) {
            assertThat(findings.get(0).fix())
                    .endsWith("--trigger.latch-session=" + (granted > 4000 ? "4s1ms" : "3s999ms"));
        }
    }

    @Test
    void withoutSessionNothingElseIsSaidAboutZooKeeper() {
        ZookeeperFact fact = new ZookeeperFact(
                "zk:2181",
                Duration.ofSeconds(4),
                null,
                new ZookeeperFact.Refusal(false, "no answer within 4 s"),
                "/carillon",
                "not tried");
        assertThat(only(ZookeeperCheck.judge(fact)).seen())
                .isEqualTo("no ZooKeeper server granted a session at zk:2181 (no answer within 4 s)");
    }

    private static List<Finding> workers(
            int live, Map<String, Set<String>> served, Map<WorkKind, List<String>> wanted) {
        return WorkersCheck.judge(new WorkersFact(live, served, wanted, List.of()));
    }

    @Test
    void aTypeHasToBeServedInItsOwnQueue() {
        Map<WorkKind, List<String>> wanted = new LinkedHashMap<>();
        wanted.put(new WorkKind("mail", "http"), List.of("a", "b", "c", "d", "e", "f"));
        wanted.put(new WorkKind("default", "shell"), List.of("g"));
        List<Finding> findings = workers(2, Map.of("default", Set.of("http")), wanted);
        assertThat(findings)
                .extracting(Finding::code)
                .containsOnly("TYPE_UNSERVED")
                .hasSize(2);
        assertThat(findings.get(0).seen())
                .isEqualTo("no live worker of the queue mail serves the type http, which is needed by a, b, c, d and 2"
                        + " more");
        assertThat(findings.get(0).fix()).isEqualTo("start a worker of the queue mail with a handler for http");
        assertThat(findings.get(1).fix())
                .isEqualTo("carillon run worker --worker.queue=default --worker.shell.enabled=true");
    }

    @Test
    void withoutWorkersNoTypeIsNamedOnItsOwn() {
        assertThat(workers(0, Map.of(), Map.of(new WorkKind("default", "http"), List.of("a"))))
                .extracting(Finding::code)
                .containsExactly("NO_WORKER");
        assertThat(only(workers(1, Map.of(), Map.of())).seen()).isEqualTo("1 worker is alive");
    }
}
