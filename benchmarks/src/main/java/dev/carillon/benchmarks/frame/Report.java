package dev.carillon.benchmarks.frame;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a benchmark found: figures, those of them that have a bound, and where it was. Over several runs a figure is the
 * median of its values, and the bound holds for that; all values are shown beside it.
 */
public final class Report {
    private static final double HUNDRED = 100;

    private final String name;
    private final PrintStream out;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();
    private final Map<String, Bound> bounds = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private int runs;

    /** A bound that a figure keeps or breaks. */
    private record Bound(double bound, boolean isLeast) {
        boolean keeps(double value) {
            return isLeast ? value >= bound : value <= bound;
        }

        String words() {
            return (isLeast ? "at least " : "at most ") + shown(bound);
        }
    }

    public Report(String name, PrintStream out) {
        this.name = name;
        this.out = out;
        environment.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        environment.put("java", Runtime.version().toString());
        environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put("loadBefore", load());
    }

    /** What is reported from here on belongs to one more run. */
    public void beginRun(int of) {
        runs++;
        if (of > 1) {
            out.println("run " + runs + " of " + of);
        }
    }

    /** Tells something of the run, such as its size. */
    public void note(String what, String value) {
        environment.put(what, value);
    }

    /** A figure without a bound. */
    public void figure(String what, double value) {
        add(what, value);
        out.printf(Locale.ROOT, "  %-44s %14s%n", what, shown(value));
    }

    /** A figure that has to reach the bound. */
    public void atLeast(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, true));
    }

    /** A figure that may not go beyond the bound. */
    public void atMost(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, false));
    }

    private void bounded(String what, double value, Bound bound) {
        add(what, value);
        bounds.put(what, bound);
        print(what, rounded(value), bound, "");
    }

    private void add(String what, double value) {
        figures.computeIfAbsent(what, key -> new ArrayList<>()).add(rounded(value));
    }

    private void print(String what, double value, Bound bound, String more) {
        String verdict = bound.keeps(value) ? "kept" : "BROKEN";
        out.printf(Locale.ROOT, "  %-44s %14s  (%s: %s)%s%n", what, shown(value), bound.words(), verdict, more);
    }

    /** Sums the runs up, if there was more than one. */
    public void printMedians() {
        if (runs < 2) {
            return;
        }
        out.println("median of " + runs + " runs");
        figures.forEach((what, values) -> {
            String all = "  of "
                    + String.join(", ", values.stream().map(Report::shown).toList());
            Bound bound = bounds.get(what);
            if (bound == null) {
                out.printf(Locale.ROOT, "  %-44s %14s%s%n", what, shown(median(values)), all);
            } else {
                print(what, median(values), bound, all);
            }
        });
    }

    private static double rounded(double value) {
        return Math.round(value * HUNDRED) / HUNDRED;
    }

    private static String shown(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < HUNDRED ? "%,.2f" : "%,.0f", value);
    }

    /** The middle one; of an even number the mean of the two in the middle. */
    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : rounded((sorted[half - 1] + sorted[half]) / 2);
    }

    private double median(String what) {
        List<Double> values = figures.get(what);
        return values == null ? 0 : median(values);
    }

    /** Whether every bound is kept. */
    public boolean ok() {
        return bounds.entrySet().stream().allMatch(entry -> entry.getValue().keeps(median(entry.getKey())));
    }

    /** All of it on one line. */
    public String json() {
        environment.put("loadAfter", load());
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name);
        ObjectNode shown = node.putObject("figures");
        figures.keySet().forEach(what -> shown.put(what, median(what)));
        ObjectNode kept = node.putObject("bounds");
        bounds.forEach((what, bound) -> kept.putObject(what)
                .put("value", median(what))
                .put("bound", bound.bound)
                .put("ok", bound.keeps(median(what))));
        if (runs > 1) {
            ObjectNode each = node.putObject("runs");
            figures.forEach((what, values) -> {
                ArrayNode list = each.putArray(what);
                values.forEach(list::add);
            });
        }
        ObjectNode where = node.putObject("environment");
        environment.forEach(where::put);
        return node.toString();
    }

    private static String load() {
        try {
            String all = Files.readString(Path.of("/proc/loadavg"), StandardCharsets.US_ASCII);
            return all.substring(0, all.indexOf(' '));
        } catch (IOException e) {
            return "unknown"; // Not every system tells it so.
        }
    }
}
