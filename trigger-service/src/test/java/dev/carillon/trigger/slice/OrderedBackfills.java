package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.work.Origin;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Works out from commands, definitions and committed positions which executions backfills had to make, and compares
 * them with those made. It ends those made, late and in any order.
 */
final class OrderedBackfills {
    private final SimulatedCluster cluster;
    private final String what;
    private final List<Task> made = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    private int seen;
    private int whole;
    private int cutShort;

    OrderedBackfills(SimulatedCluster cluster, String what) {
        this.cluster = cluster;
        this.what = what;
    }

    void endSome(Random random) {
        look();
        for (int i = random.nextInt(5); i > 0 && !open.isEmpty(); i--) {
            cluster.end(open.remove(random.nextInt(open.size())), OutcomeStatus.SUCCEEDED);
        }
    }

    void endAll() {
        look();
        open.forEach(key -> cluster.end(key, OutcomeStatus.FAILED));
        open.clear();
    }

    private void look() {
        for (; seen < cluster.committed.size(); seen++) {
            for (SliceOutput output : cluster.committed.get(seen).outputs()) {
                if (output instanceof SliceOutput.Dispatch dispatch
                        && dispatch.task().origin() == Origin.BACKFILL) {
                    begun(dispatch.task());
                }
            }
        }
    }

    private void begun(Task task) {
        made.add(task);
        open.add(Objects.requireNonNull(task.key()).toString());
        int offset = offset(task);
        Command command = command(offset);
        String fraction = "." + "0".repeat(9 - String.valueOf(offset + 1).length()) + (offset + 1);
        long together = open.stream()
                .filter(key -> key.startsWith(task.taskId() + ":"))
                .map(key -> ExecutionKey.parse(key).execTime().instant())
                .filter(instant -> instant.getNano() == nanos(task))
                .count();
        assertThat(together)
                .as("open at a time, " + fraction + " of " + task.taskId() + ", " + what)
                .isLessThanOrEqualTo(Objects.requireNonNull(command.maxRunning()));
    }

    /** The offset of the command that made it. */
    private static int offset(Task task) {
        return 999_999_999 - nanos(task);
    }

    private static int nanos(Task task) {
        return Objects.requireNonNull(task.key()).execTime().instant().getNano();
    }

    private Command command(int offset) {
        return Kind.COMMAND.decode(
                Objects.requireNonNull(cluster.control.get(offset).value()));
    }

    int whole() {
        return whole;
    }

    int cutShort() {
        return cutShort;
    }

    /** The last good definition, but not paused. */
    Schedule resumed(String taskId) {
        Schedule last = null;
        for (InputRecord record : cluster.schedules) {
            if (taskId.equals(key(record))) {
                last = record.value() == null ? null : schedule(record);
            }
        }
        long seconds =
                last == null ? 5 : Objects.requireNonNull(last.when().every()).toSeconds();
        return BackfillsAndCrashesTest.schedule(taskId, (int) seconds, true);
    }

    /** Fails unless each backfill made each instant of its range once, or those before it was ended. */
    void assertKept() {
        Map<Integer, List<Instant>> byOffset = new HashMap<>();
        made.forEach(task -> {
            Instant nominal = Objects.requireNonNull(task.nominalTime());
            assertThat(Objects.requireNonNull(task.key()).execTime().instant())
                    .isEqualTo(nominal.plusNanos(nanos(task)));
            assertThat(task.taskId()).isEqualTo(command(offset(task)).subject());
            byOffset.computeIfAbsent(offset(task), key -> new ArrayList<>()).add(nominal);
        });
        for (int offset = 0; offset < cluster.control.size(); offset++) {
            Command command = command(offset);
            if (command.command() == CommandKind.BACKFILL) {
                check(offset, command, byOffset.getOrDefault(offset, List.of()));
            }
        }
        assertThat(open).isEmpty();
    }

    private void check(int offset, Command command, List<Instant> instants) {
        String which = command + ", " + what;
        if (isPutAside(offset)) {
            assertThat(instants).as("made though refused: " + which).isEmpty();
            return;
        }
        int slice = sliceOf(offset);
        Schedule schedule =
                inForce(command.subject(), cluster.committed.get(slice).slice());
        assertThat(schedule).as("definition in force: " + which).isNotNull();
        List<Instant> owed = planned(Objects.requireNonNull(schedule), command);
        if (mayEndEarly(offset, command.subject(), slice, schedule)) {
            assertThat(instants)
                    .as("made before it was ended: " + which)
                    .isEqualTo(owed.subList(0, Math.min(owed.size(), instants.size())));
            cutShort += instants.size() < owed.size() ? 1 : 0;
        } else {
            assertThat(instants).as("made: " + which).isEqualTo(owed);
            whole++;
        }
    }

    private static List<Instant> planned(Schedule schedule, Command command) {
        List<Instant> planned = new ArrayList<>();
        long every = Objects.requireNonNull(schedule.when().every()).toSeconds();
        Instant to = Objects.requireNonNull(command.to());
        for (Instant second = Objects.requireNonNull(command.from());
                second.isBefore(to);
                second = second.plusSeconds(1)) {
            if (second.getEpochSecond() % every == 0) {
                planned.add(second);
            }
        }
        return planned;
    }

    private boolean isPutAside(int offset) {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .anyMatch(output -> output instanceof SliceOutput.PutAside aside
                        && aside.input().topic().equals("control")
                        && aside.input().offset() == offset);
    }

    private int sliceOf(int offset) {
        for (int slice = 0; slice < cluster.committed.size(); slice++) {
            if (cluster.committed.get(slice).slice().to().control() > offset) {
                return slice;
            }
        }
        throw new AssertionError("never applied: " + offset);
    }

    private @Nullable Schedule inForce(String taskId, Slice slice) {
        Schedule last = null;
        for (InputRecord record : cluster.schedules.subList(0, (int) slice.to().schedules())) {
            if (taskId.equals(key(record))) {
                last = record.value() == null ? null : schedule(record);
            }
        }
        return last;
    }

    /** Whether a cancel, a deletion or a definition with other times came after it. */
    private boolean mayEndEarly(int offset, String taskId, int slice, Schedule then) {
        boolean cancelled = cluster.control.subList(offset + 1, cluster.control.size()).stream()
                .map(record -> Kind.COMMAND.decode(Objects.requireNonNull(record.value())))
                .anyMatch(later -> later.command() == CommandKind.CANCEL_BACKFILL
                        && later.subject().equals(taskId));
        int from = (int) cluster.committed.get(slice).slice().to().schedules();
        return cancelled
                || cluster.schedules.subList(from, cluster.schedules.size()).stream()
                        .filter(record -> taskId.equals(key(record)))
                        .anyMatch(record -> record.value() == null
                                || !schedule(record).when().equals(then.when()));
    }

    private static String key(InputRecord record) {
        return new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
    }

    private static Schedule schedule(InputRecord record) {
        return Kind.SCHEDULE.decode(Objects.requireNonNull(record.value()));
    }
}
