package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.FiringRuleBuilder;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.MissedPolicy;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.schedule.ScheduleBuilder;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CrashesEverywhereTest {
    private static final int RUNS = Integer.getInteger("carillon.test.runs", 30);
    private static final int STEPS = 250;
    private static final int TASKS = 6;
    /** The most records of one input, which can't be cut: twenty ticks made up for, ranges torn by jitter, events. */
    private static final int MOST_TOGETHER = 100;

    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    @Test
    void eachTickIsDecidedOnceWhereverTheLeaderDies() {
        long seed = Long.getLong("carillon.test.seed", SystemTime.clock().millis());
        for (int run = 0; run < RUNS; run++) {
            Random random = new Random(seed + run);
            SimulatedCluster cluster = new SimulatedCluster();
            String what = "seed " + (seed + run);
            cluster.decidingTakes = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(100));
            cluster.committingTakes = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(300));
            int manual = 0;
            for (int step = 0; step < STEPS; step++) {
                manual += input(cluster, random);
                cluster.clock.advance(pause(random));
                cluster.inputsHaveWaited = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(3_000));
                advance(cluster, random, what);
            }
            cluster.decidingTakes = Duration.ZERO;
            cluster.committingTakes = Duration.ZERO;
            for (int task = 0; task < TASKS; task++) {
                cluster.define("t" + task, null);
            }
            cluster.settle();
            cluster.run(Duration.ofSeconds(3));
            OwedTicks.assertEachDecidedOnce(cluster, what);
            CountedDays.assertKept(cluster, what);
            assertThat(manualRuns(cluster)).as("manual runs, " + what).isEqualTo(manual);
        }
    }

    /** Mostly less than a second, now and then a night. */
    private static Duration pause(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> Duration.ofSeconds(random.nextInt(600));
            case 1, 2, 3 -> Duration.ofSeconds(random.nextInt(5));
            default -> Duration.ofMillis(random.nextInt(900));
        };
    }

    private static void advance(SimulatedCluster cluster, Random random, String what) {
        int slices = random.nextInt(4);
        for (int i = 0; i < slices; i++) {
            int maxRecords = 1 + random.nextInt(6);
            Optional<SlicePlan> plan = cluster.plan(maxRecords);
            if (plan.isEmpty()) {
                return;
            }
            assertThat(plan.get().outputs())
                    .as("outputs of one slice, " + what)
                    .hasSizeLessThanOrEqualTo(maxRecords + MOST_TOGETHER);
            assertNothingEarly(cluster, plan.get(), what);
            int fate = random.nextInt(30);
            if (fate > 3) {
                cluster.leader().apply(cluster.commit(plan.get()));
                cluster.standbyReads(random.nextDouble());
            } else {
                if (fate % 2 == 0) {
                    cluster.commit(plan.get());
                }
                takeover(cluster, fate < 2, what);
            }
        }
        Catalogue cold = cluster.cold();
        assertThat(cold.unreadable())
                .as("definitions that keep from leading, " + what)
                .isEmpty();
        assertThat(new TreeMap<>(cold.states()))
                .as("cold state, " + what)
                .isEqualTo(new TreeMap<>(cluster.leader().states()));
    }

    private static void takeover(SimulatedCluster cluster, boolean warm, String what) {
        if (warm) {
            cluster.warmTakeover();
            assertThat(cluster.cold().dueIndex().firstDue())
                    .as("next due, " + what)
                    .isEqualTo(cluster.leader().dueIndex().firstDue());
        } else {
            cluster.coldTakeover();
        }
    }

    private static void assertNothingEarly(SimulatedCluster cluster, SlicePlan plan, String what) {
        Instant now = cluster.clock.instant();
        assertThat(plan.watermark().reached().due()).as(what).isBeforeOrEqualTo(now);
        if (plan.due() != null) {
            assertThat(plan.due()).as(what).isBeforeOrEqualTo(now);
        }
    }

    /** Returns how many manual runs were asked for. */
    private static int input(SimulatedCluster cluster, Random random) {
        String taskId = "t" + random.nextInt(TASKS);
        switch (random.nextInt(15)) {
            case 0, 1, 2 -> cluster.define(schedule(cluster, taskId, random));
            case 3 -> {
                cluster.define(taskId, null);
                cluster.lastWhen.remove(taskId);
            }
            case 4 -> cluster.define(taskId, "{\"type\":".getBytes(StandardCharsets.UTF_8));
            case 5 ->
                cluster.define(Schedule.of(
                        taskId,
                        FiringRule.every(Duration.ofSeconds(1)),
                        Work.of("shell", RawJson.NULL).withQueue("nowhere")));
            case 6 -> {
                Instant at = cluster.clock.instant();
                Command run =
                        Command.of(CommandKind.RUN_NOW, taskId, at, null).withExecTime(ExecTime.of(at.plusNanos(7)));
                cluster.command(run);
                return 1;
            }
            case 7 -> {
                cluster.command(Command.of(CommandKind.RUN_NOW, "unknown", cluster.clock.instant(), null));
                return 1;
            }
            case 8 -> cluster.define(calendar(cluster, random));
            case 9 -> {
                byte @Nullable [] value =
                        random.nextBoolean() ? null : "{\"weekdays\":[\"x\"]}".getBytes(StandardCharsets.UTF_8);
                cluster.defineCalendar("c" + random.nextInt(2), random.nextInt(4) == 0 ? value : null);
                cluster.define(calendar(cluster, random));
            }
            case 10 -> cluster.command(Command.of(CommandKind.SKIP_NEXT, taskId, cluster.clock.instant(), null));
            default -> {
                // No input comes.
            }
        }
        return 0;
    }

    private static Schedule schedule(SimulatedCluster cluster, String taskId, Random random) {
        Instant around = cluster.freshSecond(random.nextInt(200) - 60);
        List<Instant> given = cluster.givenAt.getOrDefault(taskId, List.of());
        // One-off schedules stay so: in a skipped range of a rate, a single instant would be taken for one of its
        // places.
        boolean oneOff = taskId.compareTo("t2") < 0;
        FiringRule when =
                switch (oneOff ? 0 : 1 + random.nextInt(2)) {
                    case 0 ->
                        FiringRule.at(
                                !given.isEmpty() && random.nextBoolean()
                                        ? given.get(random.nextInt(given.size()))
                                        : around);
                    case 1 -> from(around, Duration.ofSeconds(1 + random.nextInt(30)));
                    default -> FiringRule.every(Duration.ofSeconds(1 + random.nextInt(20)));
                };
        FiringRule before = cluster.lastWhen.get(taskId);
        // The same timing again keeps what is put off already.
        when = narrowed(before != null && random.nextBoolean() ? before : when, random);
        cluster.lastWhen.put(taskId, when);
        Instant at = when.at();
        if (at != null) {
            cluster.givesAt(taskId, at);
        }
        Schedule schedule = Schedule.of(taskId, when, Work.of("shell", RawJson.NULL));
        MissedPolicy policy =
                List.of(MissedPolicy.NONE, MissedPolicy.LAST, MissedPolicy.ALL).get(random.nextInt(3));
        MissedRule missed =
                new MissedRule(policy, Duration.ofSeconds(30 + random.nextInt(300)), 1 + random.nextInt(20));
        return ScheduleBuilder.builder()
                .taskId(taskId)
                .when(when)
                .work(schedule.work())
                .enabled(random.nextInt(4) != 0)
                .namesEnabled(true)
                .routing(schedule.routing())
                .missed(missed)
                .overlap(schedule.overlap())
                .rest(schedule.rest())
                .build();
    }

    private static FiringRule narrowed(FiringRule when, Random random) {
        Instant at = when.at();
        Instant from = at != null && random.nextInt(3) == 0 ? at.minusSeconds(random.nextInt(3)) : when.from();
        Instant until = random.nextInt(3) == 0 ? null : when.until();
        if (random.nextInt(3) == 0) {
            // It plans one instant at least, or it would be refused.
            Instant some = at != null ? at : START.plusSeconds(random.nextInt(400));
            until = (from != null && from.isAfter(some) ? from : some).plusSeconds(60 + random.nextInt(60));
        }
        return FiringRuleBuilder.builder()
                .gap(Gap.RUN_AFTER)
                .fold(Fold.FIRST)
                .every(when.every())
                .at(when.at())
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .from(from)
                .until(until)
                .calendar(random.nextInt(3) == 0 ? "c" + random.nextInt(2) : null)
                .jitter(Duration.ofSeconds(random.nextInt(3) == 0 ? 0 : random.nextInt(40)))
                .build();
    }

    /** Its days begin within the run, as early as 06:00 and as late as 06:30. */
    private static Calendar calendar(SimulatedCluster cluster, Random random) {
        int minutes = 18 * 60 - random.nextInt(30);
        String zone = ZoneOffset.ofTotalSeconds(minutes * 60).getId();
        LocalDate today = cluster.clock.instant().atOffset(ZoneOffset.of(zone)).toLocalDate();
        List<String> exclude = random.nextBoolean()
                ? List.of(today.toString())
                : List.of(today.plusDays(1) + ".." + today.plusDays(2));
        List<String> include =
                random.nextInt(4) == 0 ? List.of(today.plusDays(1).toString()) : List.of();
        List<String> weekdays = random.nextInt(4) == 0 ? List.of("none") : List.of();
        return new Calendar("c" + random.nextInt(2), zone, include, exclude, weekdays, Map.of());
    }

    private static FiringRule from(Instant anchor, Duration every) {
        return FiringRuleBuilder.builder()
                .gap(Gap.RUN_AFTER)
                .fold(Fold.FIRST)
                .every(every)
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .from(anchor)
                .jitter(Duration.ZERO)
                .build();
    }

    private static int manualRuns(SimulatedCluster cluster) {
        int found = 0;
        for (SlicePlan plan : cluster.committed) {
            for (SliceOutput output : plan.outputs()) {
                boolean ran = output instanceof SliceOutput.Dispatch dispatch
                        && dispatch.task().origin() == Origin.MANUAL;
                boolean refused = output instanceof SliceOutput.PutAside aside
                        && aside.input().topic().equals("control")
                        && Kind.COMMAND
                                .decode(Objects.requireNonNull(aside.input().value()))
                                .command()
                                .equals(CommandKind.RUN_NOW);
                found += ran || refused ? 1 : 0;
            }
        }
        return found;
    }
}
