package dev.carillon.system.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.ChildProcess;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** On full disks, the doctor finds them and nothing else. */
@CarillonSystem(partitions = 2, services = false, checkedAtTheEnd = false)
@EnabledIf(
        value = "dev.carillon.system.doctor.SmallDisk#canBeMounted",
        disabledReason = "no small disk can be mounted (Linux: unshare -rm, allowed for this user)")
@Timeout(60)
final class DoctorOnFullDisksTest {
    private static final List<String> ALWAYS = List.of("BROKER_ALONE", "NO_WORKER");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void aBrokerWhoseDiskIsFullIsFound(@TempDir Path folder) throws Exception {
        List<String> up = ChildProcess.java("-Xmx256m", "-Duser.home=" + folder);
        up.add("dev.carillon.standalone.Carillon");
        up.addAll(List.of("up", "--data", folder.resolve("disk/data").toString(), "--workers", "1"));
        up.addAll(List.of("--kafka-port", "0", "--zookeeper-port", "0", "--admin-port", "0"));
        try (ChildProcess broker =
                SmallDisk.start("90m", folder.resolve("disk"), Map.of("HOME", folder.toString()), up)) {
            String kafka = firstWord(broker.await("Kafka  "));
            String zookeeper = firstWord(broker.await("ZooKeeper  "));
            broker.await("Ctrl-C");
            Typed typed = Typed.run(
                    Map.of("CARILLON_KAFKA_BOOTSTRAP_SERVERS", kafka, "CARILLON_TRIGGER_ZOOKEEPER", zookeeper),
                    folder,
                    SystemTime.clock(),
                    "doctor",
                    "-o",
                    "json");
            assertThat(typed.codesBut(ALWAYS)).as(typed.out() + typed.err()).containsExactly("BROKER_DISK_FULL");
        }
    }

    private static String firstWord(String line) {
        int end = line.indexOf(' ');
        return end < 0 ? line : line.substring(0, end);
    }

    @Test
    void aDiskWithoutRoomForTheCollectorIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        assertThat(found("20m", carillon, folder)).contains("\"DISK_FULL\"").doesNotContain("\"DISK_LOW\"");
        assertThat(found("500m", carillon, folder)).contains("\"DISK_LOW\"").doesNotContain("\"DISK_FULL\"");
    }

    /** The findings of a doctor whose state directory is on a disk of this size. */
    private static String found(String size, RunningCarillon carillon, Path folder) throws Exception {
        List<String> doctor = ChildProcess.java("-Xmx128m", "-Duser.home=" + folder);
        doctor.add("dev.carillon.standalone.Carillon");
        doctor.addAll(List.of("doctor", "-o", "json"));
        Map<String, String> environment = Map.of(
                "HOME",
                folder.toString(),
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                carillon.brokers().bootstrapServers(),
                "CARILLON_TOPICS_NAMESPACE",
                carillon.names().namespace(),
                "CARILLON_TOPICS_PARTITIONS",
                "2",
                "CARILLON_TRIGGER_ZOOKEEPER",
                carillon.brokers().zooKeeperConnect(),
                "CARILLON_COLLECTOR_STATE_DIR",
                folder.resolve("disk/state").toString());
        try (ChildProcess process = SmallDisk.start(size, folder.resolve("disk"), environment, doctor)) {
            process.awaitExit(PATIENCE);
            String output = process.allOutput();
            assertThat(output.lines()
                            .filter(line -> line.contains("\"BROKEN\"") || line.contains("\"RISKY\""))
                            .toList())
                    .as(output)
                    .hasSize(1);
            return output;
        }
    }
}
