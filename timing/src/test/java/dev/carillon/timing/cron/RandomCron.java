package dev.carillon.timing.cron;

import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.Random;

/**
 * A random expression together with its meaning, as a person reads it: sets of numbers, and a test for each day. It
 * shares no code with the evaluator.
 */
final class RandomCron {
    /**
     * An expression with more minutes a day than this rarely gets several seconds, as comparing them all takes long.
     */
    private static final int MANY = 60;

    private final Random random;
    private final String taskId;
    private final BitSet seconds = new BitSet();
    private final BitSet minutes = new BitSet();
    private final BitSet hours = new BitSet();
    private final RandomDays days;
    private boolean elapsed;
    private String text = "";

    private RandomCron(Random random) {
        this.random = random;
        this.taskId = "task-" + random.nextInt(1_000_000);
        this.days = new RandomDays(random, taskId);
    }

    /** Draws most hours near the given one, where the clocks change. */
    static RandomCron draw(Random random, int nearHour) {
        RandomCron cron = new RandomCron(random);
        String minute = cron.time("minute", cron.minutes, 59, random.nextInt(60));
        String hour = cron.time("hour", cron.hours, 23, Math.floorMod(nearHour + random.nextInt(5) - 2, 24));
        String second = cron.second();
        String days = cron.days.text();
        cron.text = (second.equals("0") && random.nextBoolean() ? "" : second + " ") + minute + " " + hour + " " + days;
        return cron;
    }

    /** The taskId from which {@code H} is computed. */
    String taskId() {
        return taskId;
    }

    /** How often it fires on a day that it names. */
    int ticksADay() {
        return seconds.cardinality() * minutes.cardinality() * hours.cardinality();
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return text + " of " + taskId;
    }

    /** Whether it follows real time where the clocks change. */
    boolean elapsed() {
        return elapsed;
    }

    BitSet seconds() {
        return seconds;
    }

    /** Whether it names this minute. */
    boolean names(LocalDateTime minute) {
        return minutes.get(minute.getMinute()) && hours.get(minute.getHour()) && days.count(minute.toLocalDate());
    }

    private String second() {
        boolean many = minutes.cardinality() * hours.cardinality() > MANY;
        if (random.nextInt(many ? 24 : 3) == 0) {
            boolean before = elapsed;
            String text = time("second", seconds, 59, random.nextInt(60));
            elapsed = before; // Seconds don't matter for that.
            return text;
        }
        int one = random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        return filled(seconds, one, one, 1, Integer.toString(one));
    }

    private String time(String field, BitSet into, int max, int near) {
        int end = near + random.nextInt(max - near + 1);
        int step = 1 + random.nextInt(max - 1);
        ChosenValue chosen = new ChosenValue(field, taskId);
        int form = random.nextInt(13);
        elapsed |= form <= 3;
        return switch (form) {
            case 0 -> filled(into, 0, max, 1, "*");
            case 1 -> filled(into, 0, max, step, "*/" + step);
            case 2 -> filled(into, near, max, step, near + "/" + step);
            case 3 -> filled(into, chosen.steps(0, max, step), "H/" + step);
            case 4 -> filled(into, near, end, 1, near + "-" + end);
            case 5 -> filled(into, near, end, step, near + "-" + end + "/" + step);
            case 6 -> filled(into, step, step, 1, "") + filled(into, near, near, 1, near + "," + step);
            case 7 -> filled(into, chosen.among(0, max), "H");
            case 8 -> filled(into, chosen.among(near, end), "H(" + near + "-" + end + ")");
            case 9 -> filled(into, chosen.steps(near, end, step), "h(" + near + "-" + end + ")/" + step);
            default -> filled(into, near, near, 1, Integer.toString(near));
        };
    }

    static String filled(BitSet into, int from, int to, int step, String text) {
        fill(into, from, to, step);
        return text;
    }

    static String filled(BitSet into, int one, String text) {
        return filled(into, one, one, 1, text);
    }

    static String filled(BitSet into, BitSet values, String text) {
        into.or(values);
        return text;
    }

    private static void fill(BitSet into, int from, int to, int step) {
        for (int value = from; value <= to; value += step) {
            into.set(value);
        }
    }
}
