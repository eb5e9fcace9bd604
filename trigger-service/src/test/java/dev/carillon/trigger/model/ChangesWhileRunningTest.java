package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.trigger.catalogue.Catalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random edits, kills and takeovers. {@code -Dcarillon.model.runs=2000} runs more of them,
 * {@code -Dcarillon.model.seed=…} the one that failed.
 */
class ChangesWhileRunningTest {
    private static final Logger LOG = LoggerFactory.getLogger(ChangesWhileRunningTest.class);
    private static final int RUNS = Integer.getInteger("carillon.model.runs", 40);
    private static final int MOVES = Integer.getInteger("carillon.model.moves", 250);
    private static final int PLACES_AT_LEAST = 10 * RUNS;
    private static final int HELD_AT_LEAST = 5 * RUNS;
    private static final int WAITED_AT_LEAST = RUNS;
    /**
     * Runs with tasks that followed others: about half of all runs have some, and most of the tasks are in a few runs.
     */
    private static final int FOLLOWING_AT_LEAST = RUNS / 8;

    private static final int CALM_SECONDS = 80;
    /** In each second, so that the leader catches up. */
    private static final int CALM_ROUNDS = 40;
    /** Outcomes that may be left to apply. */
    private static final int A_FEW = 5;

    /** Edits of every second leave most schedules broken or paused: 250 runs had between 107 and 534. */
    private static final int SLEEPER_PLACES_AT_LEAST = 20;

    private long slices;
    private long ticks;
    private long kills;
    private long fences;
    private long edits;
    private long ahead;
    private long held;
    private long waited;
    private long outcomes;
    private long followed;
    private long following;

    /** A move, and the seed of its random numbers. */
    private record Turn(Moves.Move move, long seed) {}

    @Test
    void everyTickIsDecidedOnceDespiteEditsKillsAndCutOffs() {
        Long given = Long.getLong("carillon.model.seed");
        long first = given == null ? SystemTime.clock().millis() : given;
        int runs = given == null ? RUNS : 1;
        for (int run = 0; run < runs; run++) {
            long seed = first + run;
            List<Turn> turns = drawn(seed);
            AssertionError failure = failure(turns, seed);
            if (failure != null) {
                List<Turn> fewer = shrunk(turns, seed);
                AssertionError last = failure(fewer, seed);
                throw new AssertionError("seed " + seed + ", after these moves alone: " + names(fewer), last);
            }
        }
        LOG.info(
                "{} runs from seed {}: {} edits, {} slices, {} ticks, {} kills, {} late writers fenced,"
                        + " {} slices before their instant, {} outcomes, {} executions to wait for,"
                        + " {} ticks that waited, {} tasks that followed others in {} runs",
                runs,
                first,
                edits,
                slices,
                ticks,
                kills,
                fences,
                ahead,
                outcomes,
                held,
                waited,
                followed,
                following);
        assertThat(ahead).isGreaterThan(runs == 1 ? -1 : RUNS);
        assertThat(ticks).isGreaterThan(runs == 1 ? 0 : PLACES_AT_LEAST);
        assertThat(held).isGreaterThan(runs == 1 ? -1 : HELD_AT_LEAST);
        assertThat(waited).isGreaterThan(runs == 1 ? -1 : WAITED_AT_LEAST);
        assertThat(following).isGreaterThan(runs == 1 ? -1 : FOLLOWING_AT_LEAST);
    }

    @Test
    void aStandbyThatSleptThroughTenMinutesOfEditsTakesOver() throws InterruptedException {
        long seed = Long.getLong("carillon.model.seed", SystemTime.clock().millis());
        Random random = new Random(seed);
        ModelCluster cluster = new ModelCluster(seed);
        Candidate sleeper = cluster.candidates.get(2);
        for (int i = 0; i < 20; i++) {
            everySecond(cluster, random);
        }
        sleeper.stopped = true;
        sleeper.place().expire();
        for (int second = 0; second < 600; second++) {
            everySecond(cluster, random);
        }
        cluster.candidates.get(0).leave();
        cluster.candidates.get(1).leave();
        sleeper.stopped = false;
        sleeper.place().requeue();
        for (int second = 0; second < 30; second++) {
            everySecond(cluster, random);
        }
        assertThat(sleeper.leads()).as("the sleeper leads, seed " + seed).isTrue();
        settle(cluster, random);
        assertThat(Reading.judge(cluster).owed()).as("seed " + seed).isGreaterThan(SLEEPER_PLACES_AT_LEAST);
    }

    private static void everySecond(ModelCluster cluster, Random random) throws InterruptedException {
        Moves.edit(cluster, random);
        cluster.executions.endSome(random, random.nextInt(4));
        cluster.clock.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 3; i++) {
            cluster.round(random, false);
        }
    }

    private static List<Turn> drawn(long seed) {
        Random random = new Random(seed);
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < MOVES; i++) {
            turns.add(new Turn(Moves.draw(random), random.nextLong()));
        }
        return turns;
    }

    private @Nullable AssertionError failure(List<Turn> turns, long seed) {
        try {
            run(turns, seed);
            return null;
        } catch (AssertionError e) {
            return e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AssertionError(e);
        }
    }

    private void run(List<Turn> turns, long seed) throws InterruptedException {
        ModelCluster cluster = new ModelCluster(seed);
        cluster.rivalsWhileWaiting = true;
        for (Turn turn : turns) {
            turn.move().act().on(cluster, new Random(turn.seed()));
        }
        settle(cluster, new Random(seed));
        Reading.Counts counts = Reading.judge(cluster);
        assertThat(counts.manual()).as("runs by command").isEqualTo(cluster.runsAsked);
        slices += cluster.committed.size();
        edits += cluster.schedules.size();
        kills += cluster.kills;
        fences += cluster.fences;
        ahead += cluster.ahead;
        held += counts.held();
        waited += counts.waited();
        followed += counts.followed();
        following += counts.followed() > 0 ? 1 : 0;
        outcomes += cluster.executions.written();
        ticks += counts.owed();
    }

    /** Ends all faults, deletes every schedule, and lets a leader decide what is left. */
    private static void settle(ModelCluster cluster, Random random) throws InterruptedException {
        Moves.thaw(cluster);
        cluster.election.split = false;
        cluster.fate = ModelCluster.Fate.GOOD;
        cluster.candidates.forEach(candidate -> candidate.setClockOff(Duration.ZERO));
        Moves.requeueAll(cluster);
        calm(cluster, random);
        Definitions.taskIds().forEach(taskId -> cluster.define(taskId, null));
        for (int i = 0; i < 3_000 && !isSettled(cluster); i++) {
            cluster.clock.advance(Duration.ofMillis(100));
            cluster.round(random, true);
        }
        assertThat(isSettled(cluster)).as("all is applied in the end").isTrue();
        assertSameState(cluster, random);
    }

    /** Ends all executions soon, except lost ones, so that schedules which run after an end have to go on. */
    private static void calm(ModelCluster cluster, Random random) throws InterruptedException {
        for (int i = 0; i < CALM_SECONDS; i++) {
            cluster.clock.advance(Duration.ofSeconds(1));
            for (int round = 0; round < 2 || (round < CALM_ROUNDS && isLate(cluster)); round++) {
                cluster.round(random, true);
            }
            cluster.executions.endSome(random, 10);
        }
        if (isLate(cluster)) {
            return; // A leader with one record in each slice does not catch up, so nothing can be asserted.
        }
        assertThat(Reading.silentSince(cluster, reached(cluster).minusSeconds(CALM_SECONDS / 2L)))
                .as("schedules that no longer run after their own ends")
                .isEmpty();
    }

    private static boolean isLate(ModelCluster cluster) {
        return reached(cluster).plusSeconds(2).isBefore(cluster.clock.instant()) || outcomesLeft(cluster) > A_FEW;
    }

    private static long outcomesLeft(ModelCluster cluster) {
        int slices = cluster.committed.size();
        List<Long> applied = slices == 0
                ? List.of()
                : cluster.committed.get(slices - 1).slice().to().outcomes();
        long left = applied.isEmpty() ? 0 : cluster.executions.written();
        for (long position : applied) {
            left -= position;
        }
        return left;
    }

    private static Instant reached(ModelCluster cluster) {
        int slices = cluster.committed.size();
        return slices == 0
                ? Instant.EPOCH
                : cluster.committed.get(slices - 1).watermark().reached().due();
    }

    private static boolean isSettled(ModelCluster cluster) {
        if (cluster.committed.isEmpty()) {
            return false;
        }
        var last = cluster.committed.get(cluster.committed.size() - 1);
        return last.slice().to().schedules() == cluster.schedules.size()
                && last.slice().to().calendars() == cluster.calendars.size()
                && last.slice().to().control() == cluster.control.size()
                && last.watermark().gap() == null
                && !last.watermark().reached().due().plusSeconds(10).isBefore(cluster.clock.instant());
    }

    private static void assertSameState(ModelCluster cluster, Random random) {
        Catalogue whole = cluster.found(false, random);
        Catalogue compacted = cluster.found(true, random);
        assertThat(whole.unreadable()).isEmpty();
        assertThat(compacted.unreadable()).isEmpty();
        assertThat(new TreeMap<>(compacted.states()))
                .as("state from compacted logs")
                .isEqualTo(new TreeMap<>(whole.states()));
    }

    /** Leaves out moves that the failure does not need, in ever smaller parts. */
    private List<Turn> shrunk(List<Turn> turns, long seed) {
        List<Turn> kept = turns;
        for (int part = turns.size() / 2; part > 0; part /= 2) {
            for (int at = 0; at < kept.size(); ) {
                List<Turn> fewer = new ArrayList<>(kept.subList(0, at));
                fewer.addAll(kept.subList(Math.min(kept.size(), at + part), kept.size()));
                if (failure(fewer, seed) != null) {
                    kept = fewer;
                } else {
                    at += part;
                }
            }
        }
        return kept;
    }

    private static List<String> names(List<Turn> turns) {
        return turns.stream().map(turn -> turn.move().name()).toList();
    }
}
