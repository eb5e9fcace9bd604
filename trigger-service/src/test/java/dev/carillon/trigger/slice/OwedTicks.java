package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Works out from the definitions and the committed slices which ticks were due, and compares them with those published.
 * It goes second by second and shares no code with the planner, except the number that a jitter makes of a taskId, an
 * instant and a width.
 */
public final class OwedTicks {
    private final SimulatedCluster cluster;
    private final String what;
    private final Map<String, Version> inForce = new HashMap<>();
    private final Set<String> owed = new TreeSet<>();

    /**
     * A definition while it is in force.
     *
     * @param widths by which its instants are put off, by the watermark after which they came; an instant before all of
     *     them is over
     */
    private record Version(Schedule schedule, DecidedUpTo floor, NavigableMap<Instant, Duration> widths) {
        Instant due(Instant nominal) {
            Map.Entry<Instant, Duration> width = widths.lowerEntry(nominal);
            return new Jitter(width == null ? Duration.ZERO : width.getValue(), List.of())
                    .due(schedule.taskId(), nominal);
        }

        Instant lookBack() {
            return floor.due()
                    .minus(widths.values().stream().max(Duration::compareTo).orElseThrow());
        }
    }

    private final @Nullable Set<String> only;

    private OwedTicks(SimulatedCluster cluster, @Nullable Set<String> only, String what) {
        this.cluster = cluster;
        this.only = only;
        this.what = what;
    }

    /** Fails unless every owed tick was decided exactly once, and no other was. */
    public static void assertEachDecidedOnce(SimulatedCluster cluster, String what) {
        assertEachDecidedOnce(cluster, null, what);
    }

    /** The same of some schedules only. */
    public static void assertEachDecidedOnce(SimulatedCluster cluster, @Nullable Set<String> only, String what) {
        OwedTicks ticks = new OwedTicks(cluster, only, what);
        ticks.reckon();
        List<String> decided = ticks.decided();
        Set<String> forgotten = new TreeSet<>(ticks.owed);
        decided.forEach(forgotten::remove);
        Set<String> invented = new TreeSet<>(decided);
        invented.removeAll(ticks.owed);
        assertThat(forgotten).as("owed but never decided, " + what).isEmpty();
        assertThat(invented).as("decided but never owed, " + what).isEmpty();
        Set<String> seen = new TreeSet<>();
        assertThat(decided.stream().filter(key -> !seen.add(key)))
                .as("decided twice, " + what)
                .isEmpty();
    }

    private void reckon() {
        for (SlicePlan plan : cluster.committed) {
            DecidedUpTo at = plan.slice().before();
            for (long offset = plan.slice().from().schedules();
                    offset < plan.slice().to().schedules();
                    offset++) {
                apply(cluster.schedules.get((int) offset), at);
            }
        }
        DecidedUpTo end =
                cluster.committed.get(cluster.committed.size() - 1).slice().after();
        List.copyOf(inForce.keySet()).forEach(taskId -> end(taskId, end));
    }

    private void apply(InputRecord record, DecidedUpTo at) {
        String taskId = new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
        if (only != null && !only.contains(taskId)) {
            return;
        }
        if (record.value() == null) {
            end(taskId, at);
            return;
        }
        Schedule schedule = usable(record);
        if (schedule == null) {
            return;
        }
        Instant once = schedule.when().at();
        boolean firstOfRate = once == null && !inForce.containsKey(taskId);
        DecidedUpTo appended = DecidedUpTo.allOf(record.appended());
        DecidedUpTo floor = firstOfRate && appended.compareTo(at) > 0 ? appended : at;
        Version last = inForce.get(taskId);
        if (last != null && once == null) {
            floor = last.floor().orLater(at); // An edit keeps a floor beyond the watermark.
        }
        end(taskId, at);
        NavigableMap<Instant, Duration> widths = new TreeMap<>();
        if (last != null && sameTiming(last.schedule().when(), schedule.when())) {
            widths.putAll(last.widths().headMap(floor.due(), false));
        }
        widths.put(floor.due(), schedule.when().jitter());
        Version version = new Version(schedule, floor, widths);
        inForce.put(taskId, version);
        if (once != null && new DecidedUpTo(version.due(once), taskId).compareTo(floor) <= 0) {
            owed.add(taskId + ":" + once);
        }
    }

    private static boolean sameTiming(FiringRule a, FiringRule b) {
        return Objects.equals(a.at(), b.at())
                && Objects.equals(a.every(), b.every())
                && Objects.equals(a.from(), b.from())
                && Objects.equals(a.until(), b.until());
    }

    private @Nullable Schedule usable(InputRecord record) {
        try {
            Schedule schedule = Kind.SCHEDULE.decode(Objects.requireNonNull(record.value()));
            boolean usable = schedule.work().queue().equals("default")
                    && cluster.committed.stream().noneMatch(plan -> putsAside(plan, record));
            return usable ? schedule : null;
        } catch (ContractException e) {
            return null;
        }
    }

    /** Whether a calendar existed when the definition was applied can't be seen in the definition. */
    private static boolean putsAside(SlicePlan plan, InputRecord record) {
        return plan.outputs().stream()
                .anyMatch(output -> output instanceof SliceOutput.PutAside aside
                        && aside.cause() == ErrorCode.UNKNOWN_CALENDAR
                        && aside.input().offset() == record.offset());
    }

    private void end(String taskId, DecidedUpTo end) {
        Version version = inForce.remove(taskId);
        if (version == null) {
            return;
        }
        Instant whole = Instant.ofEpochSecond(version.lookBack().getEpochSecond());
        for (; !whole.isAfter(end.due()); whole = whole.plusSeconds(1)) {
            DecidedUpTo tick = new DecidedUpTo(version.due(whole), taskId);
            if (tick.compareTo(version.floor()) > 0 && tick.compareTo(end) <= 0 && plans(version.schedule(), whole)) {
                owed.add(taskId + ":" + whole);
            }
        }
    }

    private static boolean plans(Schedule schedule, Instant second) {
        if (schedule.when().at() != null) {
            return second.equals(schedule.when().at());
        }
        Instant from = schedule.when().from();
        long anchor = from == null ? 0 : from.getEpochSecond();
        long every = Objects.requireNonNull(schedule.when().every()).toSeconds();
        Instant until = schedule.when().until();
        boolean within = (from == null || !second.isBefore(from)) && (until == null || !second.isAfter(until));
        return within && Math.floorMod(second.getEpochSecond() - anchor, every) == 0;
    }

    private List<String> decided() {
        List<String> decided = new ArrayList<>();
        for (SlicePlan plan : cluster.committed) {
            for (SliceOutput output : plan.outputs()) {
                if (output instanceof SliceOutput.Dispatch dispatch
                        && dispatch.task().origin() == Origin.TICK) {
                    decided.add(Objects.requireNonNull(dispatch.task().key()).toString());
                } else if (output instanceof SliceOutput.Skip skip) {
                    decided.addAll(
                            skipped(skip.result().key().taskId(), skip.result().skipped()));
                }
            }
        }
        decided.removeIf(key -> only != null && !only.contains(key.substring(0, key.indexOf(':'))));
        return decided;
    }

    private List<String> skipped(String taskId, @Nullable SkippedRange range) {
        if (only != null && !only.contains(taskId)) {
            return List.of();
        }
        assertThat(range).isNotNull();
        List<String> places = owed.stream()
                .filter(key -> key.startsWith(taskId + ":"))
                .filter(key -> {
                    Instant tick = Instant.parse(key.substring(taskId.length() + 1));
                    return !tick.isBefore(range.first()) && !tick.isAfter(range.last());
                })
                .toList();
        assertThat((long) places.size())
                .as("places in " + range + " of " + taskId + ", " + what)
                .isEqualTo(range.count());
        return places;
    }
}
