package dev.carillon.benchmarks.frame;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A parsed command line.
 *
 * @param name of the benchmark
 * @param runs how often it runs; each figure is then the median of all
 * @param scale 1 for the size that the bounds are meant for
 * @param json whether only the last line is printed
 * @param own options that only this benchmark has
 */
public record Asked(String name, int runs, double scale, boolean json, Map<String, String> own) {
    static final String USAGE = "usage: benchmarks/run NAME [--runs N] [--scale SHARE] [--json]";
    private static final int MOST_RUNS = 100;
    private static final double LARGEST_SCALE = 100;
    private static final int NEAR = 3;

    /** A command line that can't be used; the message says how to correct it. */
    public static final class Misuse extends Exception {
        private static final long serialVersionUID = 1L;

        Misuse(String message) {
            super(message);
        }
    }

    Asked(String name, int runs, double scale, boolean json) {
        this(name, runs, scale, json, Map.of());
    }

    public static Asked of(List<String> words, Collection<String> known) throws Misuse {
        return of(words, known, name -> Set.of());
    }

    /**
     * Parses a command line.
     *
     * @param ownOptions the options that only one benchmark has, by its name
     */
    public static Asked of(List<String> words, Collection<String> known, Function<String, Set<String>> ownOptions)
            throws Misuse {
        Set<String> anyones =
                known.stream().flatMap(name -> ownOptions.apply(name).stream()).collect(Collectors.toSet());
        Map<String, String> own = new TreeMap<>();
        String name = null;
        int runs = 1;
        double scale = 1;
        boolean json = false;
        Deque<String> left = new ArrayDeque<>(words);
        while (!left.isEmpty()) {
            String word = left.remove();
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            if (equals > 0) {
                left.addFirst(word.substring(equals + 1));
                word = word.substring(0, equals);
            }
            switch (word) {
                case "--json" -> json = true;
                case "--runs" -> runs = (int) number(word, left, 1, MOST_RUNS, true);
                case "--scale" -> scale = number(word, left, Double.MIN_NORMAL, LARGEST_SCALE, false);
                default -> {
                    if (anyones.contains(word) && !left.isEmpty()) {
                        own.put(word, left.remove());
                        continue;
                    } else if (word.startsWith("-")) {
                        throw new Misuse("there is no option " + word + "; " + USAGE);
                    } else if (name != null) {
                        throw new Misuse("one benchmark at a time, not " + name + " and " + word + "; " + USAGE);
                    }
                    name = word;
                }
            }
        }
        if (name == null) {
            throw new Misuse("name a benchmark; " + there(known) + "\n" + USAGE);
        } else if (!known.contains(name)) {
            throw new Misuse("there is no benchmark " + name + "; " + nearest(name, known) + there(known));
        }
        for (String option : own.keySet()) {
            if (!ownOptions.apply(name).contains(option)) {
                throw new Misuse("there is no option " + option + " of " + name + "; " + USAGE);
            }
        }
        return new Asked(name, runs, scale, json, Map.copyOf(own));
    }

    private static double number(String option, Deque<String> left, double min, double max, boolean whole)
            throws Misuse {
        String wanted = whole ? "a whole number from 1 to " + (int) max : "a share above 0 such as 0.05";
        if (left.isEmpty()) {
            throw new Misuse(option + " needs " + wanted + " behind it");
        }
        String text = left.remove();
        try {
            double value = whole ? Integer.parseInt(text) : Double.parseDouble(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The exception below names the limits.
        }
        throw new Misuse(option + " " + text + ": it has to be " + wanted);
    }

    private static String there(Collection<String> known) {
        return "there are: " + String.join(", ", new TreeSet<>(known));
    }

    private static String nearest(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(other -> distance(name, other)))
                .filter(other -> distance(name, other) <= NEAR)
                .map(other -> "did you mean " + other + "? ")
                .orElse("");
    }

    /** The number of letters to change, add or remove. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
