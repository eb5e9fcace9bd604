package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.system.running.Slot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ticks go to workers by the strategy of their schedule or the default one. */
@CarillonSystem
@Timeout(120)
final class RoutingScenarioTest {
    private static final List<String> FOLLOWERS = List.of("follows-1", "follows-2", "follows-3", "follows-4");

    @Test
    void ticksGoByTheirScheduleOrTheDefaultAndASwitchLosesAndDoublesNone(RunningCarillon carillon) {
        Slot other = carillon.anotherWorker();
        other.start();
        carillon.apply(schedule("own", ",\"routing\":\"round-robin\""));
        carillon.apply(schedule("hashed", ",\"routing\":\"hash\""));
        FOLLOWERS.forEach(taskId -> carillon.apply(schedule(taskId, "")));
        Eventually.that(
                "both workers run ticks of one schedule",
                RunningCarillon.SOON,
                () -> workers(carillon.read(), "own").size() == 2);

        carillon.door()
                .put(
                        carillon.names().settings(),
                        DefaultRouting.NAME,
                        Kind.SETTING.encode(DefaultRouting.of(Routing.LEAST_TASKS)));
        carillon.awaitEvent(
                "the switch is reported",
                event -> event.type() == EventType.BALANCER_CHANGED
                        && String.valueOf(event.message()).contains("least-tasks"));
        Eventually.that("ticks go by the new default", RunningCarillon.SOON, () -> routed(carillon.read(), "follows-")
                .contains("least-tasks"));
        FOLLOWERS.forEach(carillon::delete);
        List.of("own", "hashed").forEach(carillon::delete);

        carillon.awaitCleanReport();
        other.stop();
        Run run = carillon.read();
        assertThat(routed(run, "follows-")).containsExactly("", "least-tasks");
        assertThat(routed(run, "own")).contains("round-robin");
        assertThat(routed(run, "hashed")).containsExactly("");
        assertThat(awayFromHome(run, carillon.partitions())).isPositive();
    }

    private static Schedule schedule(String taskId, String more) {
        String json = "{\"taskId\":\"" + taskId + "\",\"cron\":\"* * * * * *\",\"type\":\"ring\"" + more + "}";
        return Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    private static List<SeenRecord> tasks(Run run) {
        return run.in(run.names().tasks("default", Priority.NORMAL));
    }

    /** The strategies by which ticks of schedules with this prefix were routed; empty text for those at home. */
    private static Set<String> routed(Run run, String prefix) {
        Set<String> strategies = new TreeSet<>();
        tasks(run).stream()
                .filter(task -> task.keyText().startsWith(prefix))
                .forEach(task -> strategies.add(task.headers().getOrDefault(Headers.ROUTED, "")));
        return strategies;
    }

    private static long awayFromHome(Run run, int partitions) {
        return tasks(run).stream()
                .filter(task -> Objects.requireNonNull(Kind.TASK
                                        .decode(Objects.requireNonNull(task.value()))
                                        .key())
                                .home(partitions)
                        != task.partition())
                .count();
    }

    private static Set<String> workers(Run run, String taskId) {
        Set<String> workers = new TreeSet<>();
        for (SeenRecord record : run.in(run.names().results())) {
            if (record.keyText().startsWith(taskId + ":")) {
                Result result = Kind.RESULT.decode(Objects.requireNonNull(record.value()));
                WorkerRef worker = result.worker();
                if (worker != null) {
                    workers.add(worker.id());
                }
            }
        }
        return workers;
    }
}
