package dev.carillon.cli.doctor.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.WrittenSystem;
import dev.carillon.cli.doctor.fact.LocalDirectory;
import dev.carillon.cli.doctor.fact.MachineFact;
import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.fact.WorkersFact.WorkKind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.worker.WorkerState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor reads of workers, schedules and this machine. */
final class StoredWorkTest {
    private final Path directory;
    private final WrittenSystem system;

    StoredWorkTest(@TempDir Path directory) {
        this.directory = directory;
        system = new WrittenSystem(directory).at("06:00:00");
    }

    private WorkersFact gathered() {
        return new StoredWork(system.cli.log, CommandLineHarness.NAMES, system.cli.clock).gather();
    }

    private static Schedule schedule(String taskId, String queue, String type) {
        Work work = Work.of(type, RawJson.NULL).withQueue(queue);
        return Schedule.of(taskId, FiringRule.every(Duration.ofMinutes(1)), work);
    }

    @Test
    void schedulesAreSortedByWhatTheyNeed() {
        system.apply(schedule("a", "default", "http"))
                .apply(schedule("b", "mail", "http"))
                .apply(schedule("c", "default", "http"));
        assertThat(gathered().wanted())
                .containsOnly(
                        Map.entry(new WorkKind("default", "http"), List.of("a", "c")),
                        Map.entry(new WorkKind("mail", "http"), List.of("b")));
    }

    @Test
    void pausedAndDeletedSchedulesNeedNoWorkerAndUnreadableOnesAreNamed() {
        system.apply(schedule("paused", "default", "http")
                        .withEnabled(false, "a test", WrittenSystem.instant("05:00:00")))
                .apply(schedule("deleted", "default", "http"))
                .delete("deleted")
                .schedule("garbled", "{".getBytes(StandardCharsets.UTF_8))
                .schedule("mended", "{".getBytes(StandardCharsets.UTF_8))
                .apply(schedule("mended", "default", "shell"));
        assertThat(gathered().wanted()).containsOnlyKeys(new WorkKind("default", "shell"));
        assertThat(gathered().unreadable()).containsExactly("garbled");
    }

    @Test
    void onlyTheNewestHeartbeatOfAWorkerCounts() {
        system.heartbeat("w1", WorkerState.IDLE, 0, "http")
                .heartbeat("w1", WorkerState.IDLE, 0, "shell")
                .heartbeat("w2", WorkerState.DRAINING, 0, "http", "shell");
        assertThat(gathered().live()).isEqualTo(2);
        assertThat(gathered().served()).containsOnly(Map.entry("default", Set.of("http", "shell")));
    }

    @Test
    void workersThatAreGoneOrLeftServeNothing() {
        system.heartbeat("silent", WorkerState.IDLE, 0, "http");
        system.put(CommandLineHarness.NAMES.workers(), 0, "left", null, Map.of());
        system.put(CommandLineHarness.NAMES.workers(), 0, "odd", new byte[] {'{'}, Map.of());
        assertThat(gathered().live()).isEqualTo(1);
        system.at("06:10:00");
        assertThat(gathered().live()).isZero();
        assertThat(gathered().served()).isEmpty();
    }

    @Test
    void missingTopicsAreNoWork() {
        system.cli.log.deleteTopic(CommandLineHarness.NAMES.workers());
        system.cli.log.deleteTopic(CommandLineHarness.NAMES.schedules());
        assertThat(gathered()).isEqualTo(new WorkersFact(0, Map.of(), Map.of(), List.of()));
    }

    @Test
    void aDirectoryIsMeasuredWhetherItIsThereOrNotAndAFileInItsPlaceIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        Map<String, Path> directories = new LinkedHashMap<>();
        directories.put("there", directory);
        directories.put("not-yet", directory.resolve("a/b/c"));
        directories.put("a-file", file);
        directories.put("below-a-file", file.resolve("a"));
        MachineFact fact = new LocalDirectories(directories).gather();
        assertThat(fact.directories())
                .extracting(LocalDirectory::key, LocalDirectory::writable)
                .containsExactly(
                        tuple("there", true),
                        tuple("not-yet", true),
                        tuple("a-file", false),
                        tuple("below-a-file", false));
        assertThat(fact.directories()).allMatch(one -> one.total() > 0 && one.usable() >= 0);
        assertThat(fact.java()).isGreaterThanOrEqualTo(17);
    }
}
