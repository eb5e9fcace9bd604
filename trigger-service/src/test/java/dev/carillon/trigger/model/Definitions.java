package dev.carillon.trigger.model;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draws definitions of several kinds, each with a second implementation of when it fires. A taskId keeps its kind. */
final class Definitions {
    private static final List<String> OVERLAPS = List.of("allow", "skip", "queue-one", "queue-all", "cancel-other");

    private final Map<String, Instant> lastInstants = new HashMap<>();
    private final Set<Instant> drawn = new HashSet<>();

    /**
     * One kind of timing.
     *
     * @param tasks how many taskIds are of this kind
     * @param maker its fields, in JSON
     */
    private record Kind(String name, int tasks, Maker maker, Planner planner) {}

    @FunctionalInterface
    private interface Maker {
        String fields(Definitions made, String taskId, Instant now, Random random);
    }

    /** Whether a definition plans that whole second, without regard to its floor. */
    @FunctionalInterface
    private interface Planner {
        boolean plans(FiringRule when, Instant second);
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("once", 2, Definitions::once, (when, second) -> second.equals(when.at())),
            new Kind("rate", 3, (made, taskId, now, random) -> rate(now, random), Definitions::rateFires),
            new Kind("cron", 2, (made, taskId, now, random) -> cron(random), Definitions::cronFires),
            new Kind("end", 2, (made, taskId, now, random) -> afterEnd(random), (when, second) -> false),
            new Kind("others", 3, (made, taskId, now, random) -> others(taskId, now, random), (when, second) -> false));

    /** All taskIds that are ever defined. */
    static List<String> taskIds() {
        return KINDS.stream()
                .flatMap(kind -> IntStream.range(0, kind.tasks()).mapToObj(number -> kind.name() + "-" + number))
                .toList();
    }

    private static Kind kind(String taskId) {
        return KINDS.stream()
                .filter(kind -> taskId.startsWith(kind.name() + "-"))
                .findFirst()
                .orElseThrow();
    }

    static boolean plans(Schedule schedule, Instant second) {
        return kind(schedule.taskId()).planner().plans(schedule.when(), second);
    }

    /** Whether it fires only after its own ends. */
    static boolean followsItsEnds(String taskId) {
        return taskId.startsWith("end-");
    }

    /** Whether it fires only after the ends of other schedules. */
    static boolean followsOthers(String taskId) {
        return taskId.startsWith("others-");
    }

    /** A definition of the kind of this taskId, with random fields. */
    byte[] draw(String taskId, Instant now, Random random) {
        String when = kind(taskId).maker().fields(this, taskId, now, random);
        String rest = followsOthers(taskId) ? "" : clocked(taskId, random);
        return ("{\"v\":1,\"taskId\":\"" + taskId + "\",\"type\":\"shell\"," + when + rest + ",\"enabled\":"
                        + (random.nextInt(4) != 0) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The fields of schedules that fire by the clock or after their own ends. */
    private static String clocked(String taskId, Random random) {
        String jitter =
                followsItsEnds(taskId) || random.nextBoolean() ? "" : ",\"jitter\":\"" + random.nextInt(40) + "s\"";
        String calendar = random.nextInt(4) == 0 ? ",\"calendar\":\"days\"" : "";
        String policy = List.of("none", "last", "all").get(random.nextInt(3));
        return jitter + calendar + waits(taskId, random) + ",\"missed\":{\"policy\":\"" + policy + "\",\"window\":\""
                + (30 + random.nextInt(300)) + "s\",\"max\":" + (1 + random.nextInt(20)) + "}";
    }

    /** Up to three parents, which may have parents themselves; the trigger refuses a circle. */
    private static String others(String taskId, Instant now, Random random) {
        List<String> all = new ArrayList<>(taskIds());
        all.remove(taskId);
        Collections.shuffle(all, random);
        String parents = String.join("\",\"", all.subList(0, 1 + random.nextInt(random.nextInt(3) + 1)));
        String end = List.of("succeeded", "failed", "ended", "ended").get(random.nextInt(4));
        String deadline = random.nextInt(3) == 0 ? "" : ",\"deadline\":\"" + (2 + random.nextInt(300)) + "s\"";
        String period = random.nextInt(6) > 0 ? "" : ",\"from\":\"" + second(now, random.nextInt(60) - 30) + "\"";
        period += random.nextInt(6) > 0 ? "" : ",\"until\":\"" + second(now, 60 + random.nextInt(300)) + "\"";
        return "\"dependsOn\":[\"" + parents + "\"],\"dependsOnEnd\":\"" + end + "\"" + deadline + period;
    }

    private static Instant second(Instant now, int fromNow) {
        return Instant.ofEpochSecond(now.getEpochSecond() + fromNow);
    }

    /** Fields that make ticks wait for the ends of earlier ones; a third of all definitions have none. */
    private static String waits(String taskId, Random random) {
        if (random.nextInt(3) == 0) {
            return "";
        }
        String overlap = OVERLAPS.get(random.nextInt(OVERLAPS.size()));
        String deadline = random.nextInt(3) == 0
                ? ""
                : ",\"timeout\":\"" + (1 + random.nextInt(20)) + "s\",\"deadline\":\"" + (1 + random.nextInt(60))
                        + "s\"";
        boolean repeats = !taskId.startsWith("once");
        String most = repeats && random.nextInt(3) == 0 ? ",\"maxRuns\":" + (1 + random.nextInt(8)) : "";
        boolean mayPause = !followsItsEnds(taskId) && random.nextInt(4) == 0;
        String pause = mayPause ? ",\"pauseAfterFailures\":" + (1 + random.nextInt(3)) : "";
        return ",\"overlap\":\"" + overlap + "\"" + deadline + most + pause;
    }

    /** Often the last instant of this taskId, even from before its deletion; else one that no {@code at} had. */
    private static String once(Definitions made, String taskId, Instant now, Random random) {
        Instant last = made.lastInstants.get(taskId);
        Instant at = last != null && random.nextBoolean() ? last : made.freshSecond(now, random.nextInt(200) - 60);
        made.lastInstants.put(taskId, at);
        return "\"at\":\"" + at + "\"";
    }

    private Instant freshSecond(Instant now, int fromNow) {
        Instant second = second(now, fromNow);
        while (!drawn.add(second)) {
            second = second.plusSeconds(1);
        }
        return second;
    }

    private static String rate(Instant now, Random random) {
        String every = "\"every\":\"" + (1 + random.nextInt(20)) + "s\"";
        Instant anchor = second(now, random.nextInt(200) - 60);
        return random.nextBoolean() ? every : every + ",\"from\":\"" + anchor + "\"";
    }

    private static boolean rateFires(FiringRule when, Instant second) {
        @Nullable Instant from = when.from();
        long anchor = from == null ? 0 : from.getEpochSecond();
        long every = Objects.requireNonNull(when.every()).toSeconds();
        return (from == null || !second.isBefore(from)) && Math.floorMod(second.getEpochSecond() - anchor, every) == 0;
    }

    private static String afterEnd(Random random) {
        return "\"afterEnd\":\"" + random.nextInt(20_000) + "ms\"";
    }

    /** Seconds within the minute: steps, and lists of two. */
    private static String cron(Random random) {
        int first = random.nextInt(30);
        String seconds = random.nextBoolean() ? "*/" + (1 + first) : first + "," + (first + 30);
        return "\"cron\":\"" + seconds + " * * * * *\"";
    }

    private static boolean cronFires(FiringRule when, Instant second) {
        String expression = Objects.requireNonNull(when.cron());
        String seconds = expression.substring(0, expression.indexOf(' '));
        int inMinute = second.atOffset(ZoneOffset.UTC).getSecond();
        if (seconds.startsWith("*/")) {
            return inMinute % Integer.parseInt(seconds.substring(2)) == 0;
        }
        return List.of(seconds.split(",", -1)).contains(Integer.toString(inMinute));
    }
}
