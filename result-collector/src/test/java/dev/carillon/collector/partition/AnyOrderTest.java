package dev.carillon.collector.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.ledger.EntryCodec;
import dev.carillon.collector.ledger.RowNames;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For any order of events: one Outcome, attempts without gaps, no early start, and legal states only. */
class AnyOrderTest {
    private static final int RUNS = 3_000;
    private static final Retry RETRY =
            new Retry(3, Duration.ofSeconds(2), 2.0, Duration.ofSeconds(9), 0.2, List.of(), List.of("HOPELESS"));

    @Test
    void everyInterleavingEndsInOneOutcome() {
        long seed = new Random().nextLong();
        for (int run = 0; run < RUNS; run++) {
            long one = seed + run;
            try {
                new OneLife(one).live();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + one, e);
            }
        }
    }

    /** What workers, clients and time do to one execution. */
    private static final class OneLife {
        private final Random random;
        private final World world = new World();
        private final ExecutionKey key = ExecutionKey.of("life", World.START);
        /** Dispatched and without a final answer. */
        private final List<Task> dispatched = new ArrayList<>();
        /** Results sent, which careless workers may repeat. */
        private final List<Result> said = new ArrayList<>();

        /** By attempt and delivery. */
        private final Map<String, WorkerRef> claims = new HashMap<>();

        private final Map<Integer, Instant> mayStartFrom = new HashMap<>();
        private final Set<String> releases = new HashSet<>();
        private int seen;
        private boolean submittedTwice;
        private @Nullable ExecutionState state;

        private OneLife(long seed) {
            random = new Random(seed);
        }

        private void live() {
            Work work = Work.of("demo", RawJson.NULL).withRetry(RETRY);
            Task first = Task.first(key, Origin.SUBMITTED, work);
            if (random.nextInt(3) == 0) {
                first = first.withTimes(world.now.plusSeconds(random.nextInt(20)), null);
                world.delayed(first);
                step();
                if (random.nextInt(4) == 0) {
                    submittedTwice = true;
                    world.pass(Duration.ofSeconds(random.nextInt(20)));
                    step();
                    world.delayed(first);
                    step();
                }
            } else {
                dispatched.add(first);
            }
            for (int i = random.nextInt(25); i > 0; i--) {
                something();
                step();
            }
            settle();
            assertThat(world.outcomes).hasSize(1);
            assertThat(world.open).isZero();
            assertThat(world.timers).isZero();
            assertThat(world.table.count(RowNames.ENTRIES)
                            + world.table.count(RowNames.TIMERS)
                            + world.table.count(RowNames.CLAIMS))
                    .as("nothing is left behind")
                    .isZero();
        }

        private void something() {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> answer();
                case 4, 5 -> world.pass(Duration.ofMillis(random.nextInt(6_000)));
                case 6 -> repeat();
                case 7 -> {
                    if (random.nextInt(6) == 0) {
                        world.cancel(key);
                    }
                }
                case 8 -> {
                    if (random.nextInt(3) == 0) {
                        world.moveToAnotherInstance();
                    }
                }
                default -> leases();
            }
        }

        private void answer() {
            if (dispatched.isEmpty()) {
                return;
            }
            Task task = dispatched.get(random.nextInt(dispatched.size()));
            WorkerRef worker = claims.getOrDefault(named(task), new WorkerRef("w", "i" + random.nextInt(2)));
            ResultStatus[] ways = {
                ResultStatus.SUCCEEDED, ResultStatus.FAILED, ResultStatus.TIMED_OUT, ResultStatus.CANCELLED,
                ResultStatus.EXPIRED, ResultStatus.HANDED_BACK, ResultStatus.STARTED, ResultStatus.FAILED
            };
            ResultStatus status = ways[random.nextInt(ways.length)];
            Result result = Result.of(key, task.attempt(), status)
                    .withRun(worker, new AttemptTimes(null, world.now, world.now), null)
                    .withTask(status == ResultStatus.SUCCEEDED ? null : task);
            if (status == ResultStatus.FAILED && random.nextInt(6) == 0) {
                result = result.withReason("HOPELESS", null, null);
            }
            say(result);
            if (status == ResultStatus.STARTED) {
                claims.put(named(task), worker);
            } else if (random.nextInt(8) > 0) {
                // Otherwise a worker without transactions runs it once more.
                dispatched.remove(task);
            }
        }

        private void say(Result result) {
            said.add(result);
            boolean failed = result.status() == ResultStatus.FAILED || result.status() == ResultStatus.TIMED_OUT;
            byte[] entry = world.table.get(RowNames.named(RowNames.ENTRIES, key.toString()));
            boolean over = entry != null && EntryCodec.decode(entry).attempt() > result.attempt();
            if (failed && !over) {
                // The earliest of several failures is the one that counts, or a later one: never before the earliest.
                double least = Math.min(9, 2 * Math.pow(2, result.attempt() - 1)) * 0.8;
                mayStartFrom.putIfAbsent(result.attempt() + 1, world.now.plusMillis((long) (least * 1_000)));
            }
            world.result(result, claims.containsKey(result.attempt() + "/" + result.delivery()));
        }

        private static String named(Task task) {
            return task.attempt() + "/" + task.delivery();
        }

        private void repeat() {
            if (!said.isEmpty()) {
                say(said.get(random.nextInt(said.size())));
            }
        }

        private void leases() {
            claims.values().forEach(world::lease);
        }

        /** Ends every task that is still open, and lets all timers fire. */
        private void settle() {
            for (int round = 0; round < 60 && (world.outcomes.isEmpty() || world.open > 0 || round == 0); round++) {
                for (Task task : List.copyOf(dispatched)) {
                    dispatched.remove(task);
                    ResultStatus end = random.nextBoolean() ? ResultStatus.SUCCEEDED : ResultStatus.FAILED;
                    Result result = Result.of(key, task.attempt(), end)
                            .withRun(claims.get(named(task)), AttemptTimes.NONE, null);
                    say(end == ResultStatus.SUCCEEDED ? result : result.withTask(task));
                    step();
                }
                world.pass(Duration.ofSeconds(30));
                step();
            }
        }

        /** Checks what has become of it. */
        private void step() {
            for (; seen < world.released.size(); seen++) {
                Task task = world.released.get(seen);
                Instant from = mayStartFrom.get(task.attempt());
                // The second copy of a first attempt looks like one returned by a worker; workers distinguish the two.
                boolean twice = submittedTwice && task.attempt() == 1;
                assertThat(releases.add(task.attempt() + "/" + task.delivery()) || twice)
                        .as("attempt %d delivery %d is released once", task.attempt(), task.delivery())
                        .isTrue();
                if (task.attempt() > 1) {
                    assertThat(task.notBefore()).isNotNull();
                    assertThat(releases.contains((task.attempt() - 1) + "/1") || task.attempt() == 2)
                            .as("no gap before attempt %d", task.attempt())
                            .isTrue();
                    if (from != null) {
                        assertThat(task.notBefore()).isAfterOrEqualTo(from);
                    }
                }
                assertThat(task.attempt()).isLessThanOrEqualTo(RETRY.maxRetries() + 1);
                dispatched.add(task);
            }
            ExecutionState now = present();
            if (now != null && now != state) {
                assertThat(reaches(state, now)).as("%s → %s", state, now).isTrue();
                state = now;
            }
        }

        private @Nullable ExecutionState present() {
            byte[] bytes = world.table.get(RowNames.named(RowNames.ENTRIES, key.toString()));
            if (bytes != null) {
                return EntryCodec.decode(bytes).phase().state();
            }
            return world.outcomes.isEmpty()
                    ? null
                    : ExecutionState.valueOf(world.outcomes.get(0).status().name());
        }

        private static boolean reaches(@Nullable ExecutionState from, ExecutionState to) {
            Set<ExecutionState> found = from == null ? ExecutionState.atBirth() : EnumSet.copyOf(Set.of(from));
            Deque<ExecutionState> open = new ArrayDeque<>(found);
            while (!open.isEmpty()) {
                ExecutionState one = open.poll();
                if (one == to) {
                    return true;
                }
                one.next().stream().filter(found::add).forEach(open::add);
            }
            return false;
        }
    }
}
