package dev.carillon.trigger.model;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.model.ModelCluster.Fate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Everything that can happen to a cluster, and how often it does. */
final class Moves {
    /** One thing that can happen. */
    record Move(String name, int weight, Act act) {}

    @FunctionalInterface
    interface Act {
        void on(ModelCluster cluster, Random random) throws InterruptedException;
    }

    static final List<Move> ALL = List.of(
            new Move("define", 30, Moves::define),
            new Move("delete", 8, Moves::delete),
            new Move("define with unreadable JSON", 6, Moves::garble),
            new Move("define for a queue that does not exist", 4, Moves::misdirect),
            new Move("command a run", 6, Moves::run),
            new Move("command to skip the next tick", 5, Moves::skipNext),
            new Move("edit a calendar", 6, Moves::editCalendar),
            new Move(
                    "end executions",
                    20,
                    (cluster, random) -> cluster.executions.endSome(random, 1 + random.nextInt(8))),
            new Move("end an execution twice", 4, (cluster, random) -> cluster.executions.endOneTwice(random)),
            new Move("lose an execution", 4, (cluster, random) -> cluster.executions.loseOne(random)),
            new Move("let time pass", 60, Moves::pass),
            new Move("let a night pass", 2, (cluster, random) -> sleep(cluster, random.nextInt(900))),
            new Move("read and work", 60, (cluster, random) -> work(cluster, random, 1 + random.nextInt(6))),
            new Move("catch up", 12, Moves::catchUp),
            new Move("fail a commit", 4, (cluster, random) -> fate(cluster, random, Fate.FAILS_UNWRITTEN)),
            new Move(
                    "fail a commit after it was written",
                    4,
                    (cluster, random) -> fate(cluster, random, Fate.FAILS_WRITTEN)),
            new Move("kill before a commit", 4, (cluster, random) -> fate(cluster, random, Fate.KILLED_UNWRITTEN)),
            new Move("kill after a commit", 4, (cluster, random) -> fate(cluster, random, Fate.KILLED_WRITTEN)),
            new Move("kill one", 3, (cluster, random) -> cluster.replace(anyNumber(random), random.nextLong())),
            new Move("stop and replace", 3, Moves::replace),
            new Move("end a session unnoticed", 5, (cluster, random) -> anyCandidate(cluster, random)
                    .place()
                    .expire()),
            new Move("queue all again", 8, (cluster, random) -> requeueAll(cluster)),
            new Move("freeze", 4, Moves::freeze),
            new Move("thaw", 6, (cluster, random) -> thaw(cluster)),
            new Move("elect all", 1, (cluster, random) -> cluster.election.split = true),
            new Move("elect one", 3, (cluster, random) -> cluster.election.split = false),
            new Move("set a clock", 3, Moves::setClock));

    /** The first moves of the list are edits. */
    private static final int EDITS = 4;

    private static final int WEIGHTS = ALL.stream().mapToInt(Move::weight).sum();

    private Moves() {}

    static Move draw(Random random) {
        int drawn = random.nextInt(WEIGHTS);
        for (Move move : ALL) {
            drawn -= move.weight();
            if (drawn < 0) {
                return move;
            }
        }
        throw new AssertionError();
    }

    private static String anyTask(Random random) {
        List<String> all = Definitions.taskIds();
        return all.get(random.nextInt(all.size()));
    }

    private static int anyNumber(Random random) {
        return random.nextInt(ModelCluster.CANDIDATES);
    }

    private static Candidate anyCandidate(ModelCluster cluster, Random random) {
        return cluster.candidates.get(anyNumber(random));
    }

    /** One edit of some kind. */
    static void edit(ModelCluster cluster, Random random) throws InterruptedException {
        ALL.get(random.nextInt(EDITS)).act().on(cluster, random);
    }

    private static void define(ModelCluster cluster, Random random) {
        String taskId = anyTask(random);
        cluster.define(taskId, cluster.definitions.draw(taskId, cluster.clock.instant(), random));
    }

    private static void delete(ModelCluster cluster, Random random) {
        String taskId = anyTask(random);
        cluster.define(taskId, null);
    }

    private static void garble(ModelCluster cluster, Random random) {
        cluster.define(anyTask(random), "{\"type\":".getBytes(StandardCharsets.UTF_8));
    }

    private static void misdirect(ModelCluster cluster, Random random) {
        String taskId = anyTask(random);
        Work nowhere = Work.of("shell", RawJson.NULL).withQueue("nowhere");
        Schedule schedule = Schedule.of(taskId, FiringRule.every(Duration.ofSeconds(1)), nowhere);
        cluster.define(taskId, Kind.SCHEDULE.encode(schedule));
    }

    private static void run(ModelCluster cluster, Random random) {
        Instant now = cluster.clock.instant();
        String taskId = random.nextInt(6) == 0 ? "unknown" : anyTask(random);
        cluster.command(Command.of(CommandKind.RUN_NOW, taskId, now, null).withExecTime(ExecTime.of(now.plusNanos(7))));
        cluster.runsAsked++;
    }

    private static void skipNext(ModelCluster cluster, Random random) {
        Instant now = cluster.clock.instant();
        cluster.command(Command.of(CommandKind.SKIP_NEXT, anyTask(random), now, null));
    }

    /** Includes all days, or excludes today, or deletes the calendar. */
    private static void editCalendar(ModelCluster cluster, Random random) {
        String days = random.nextBoolean() ? "" : "\"2026-11-18..2026-11-19\"";
        byte[] value = ("{\"v\":1,\"name\":\"days\",\"exclude\":[" + days + "]}").getBytes(StandardCharsets.UTF_8);
        cluster.calendar("days", random.nextInt(8) == 0 ? null : value);
    }

    private static void pass(ModelCluster cluster, Random random) throws InterruptedException {
        cluster.clock.advance(Duration.ofMillis(random.nextInt(random.nextInt(8) == 0 ? 5_000 : 900)));
        work(cluster, random, random.nextInt(3));
    }

    private static void sleep(ModelCluster cluster, int seconds) {
        cluster.clock.advance(Duration.ofSeconds(seconds));
    }

    private static void work(ModelCluster cluster, Random random, int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            cluster.round(random, false);
        }
    }

    private static void catchUp(ModelCluster cluster, Random random) throws InterruptedException {
        for (int i = 0; i < 12; i++) {
            cluster.clock.advance(Duration.ofMillis(100));
            cluster.round(random, true);
        }
    }

    private static void fate(ModelCluster cluster, Random random, Fate fate) throws InterruptedException {
        cluster.fate = fate;
        pass(cluster, random);
        cluster.fate = Fate.GOOD;
    }

    private static void replace(ModelCluster cluster, Random random) throws InterruptedException {
        int number = anyNumber(random);
        if (!cluster.candidates.get(number).stopped) {
            cluster.candidates.get(number).leave();
        }
        cluster.replace(number, random.nextLong());
    }

    /** Stops a process, whose session ends meanwhile without its notice. */
    private static void freeze(ModelCluster cluster, Random random) {
        Candidate frozen = anyCandidate(cluster, random);
        frozen.stopped = true;
        frozen.place().expire();
    }

    static void thaw(ModelCluster cluster) {
        cluster.candidates.forEach(candidate -> candidate.stopped = false);
    }

    static void requeueAll(ModelCluster cluster) {
        cluster.candidates.stream()
                .filter(candidate -> !candidate.stopped)
                .forEach(candidate -> candidate.place().requeue());
    }

    private static void setClock(ModelCluster cluster, Random random) {
        int within = random.nextInt(3) == 0 ? 600_000 : 4_000;
        Duration off = Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(2 * within) - within);
        anyCandidate(cluster, random).setClockOff(off);
    }
}
