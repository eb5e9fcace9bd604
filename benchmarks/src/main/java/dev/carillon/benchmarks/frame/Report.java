package dev.carillon.benchmarks.frame;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a benchmark: figures, their bounds, and the environment. Over several runs, the median is compared with
 * the bound for rates and percentiles, and the worst run for events that must never happen and for worst values. All
 * values are printed beside it. A figure without a measurement is NaN and breaks any bound.
 */
public final class Report {
    private static final double HUNDRED = 100;
    private static final int BROKEN = 1;
    private static final int MOST_CAUSES = 5;

    private final String name;
    private final PrintStream out;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();
    private final Map<String, Bound> bounds = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private int runs;

    /** A bound that a figure keeps or breaks: with its worst run, or with the median of all. */
    private record Bound(double bound, boolean isLeast, boolean byWorst) {
        boolean keeps(double value) {
            // Without this, an infinite time would keep any lower bound.
            return Double.isFinite(value) && (isLeast ? value >= bound : value <= bound);
        }

        /** The value that is compared with the bound. */
        double judged(List<Double> values) {
            if (!byWorst || !values.stream().allMatch(Double::isFinite)) {
                return median(values);
            }
            DoubleStream all = values.stream().mapToDouble(value -> value);
            return (isLeast ? all.min() : all.max()).orElse(Double.NaN);
        }

        String way() {
            return isLeast ? "atLeast" : "atMost";
        }

        String of() {
            return byWorst ? "worstRun" : "median";
        }

        String words() {
            return (isLeast ? "at least " : "at most ") + shown(bound);
        }
    }

    public Report(String name, PrintStream out) {
        this.name = name;
        this.out = out;
        environment.putAll(Machine.told());
        environment.put("loadBefore", Machine.load());
    }

    /** Begins one more run; later figures belong to it. */
    public void beginRun(int of) {
        runs++;
        if (of > 1) {
            out.println("run " + runs + " of " + of);
        }
    }

    /** Adds a fact about the run, such as its size. */
    public void note(String what, String value) {
        environment.put(what, value);
    }

    /** A figure without a bound. */
    public void figure(String what, double value) {
        add(what, value);
        out.printf(Locale.ROOT, "  %-44s %14s%n", what, shown(value));
    }

    /** A figure whose median has to reach the bound. */
    public void atLeast(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, true, false));
    }

    /** A figure whose median may not exceed the bound. */
    public void atMost(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, false, false));
    }

    /** A figure that has to reach the bound in every run. */
    public void alwaysAtLeast(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, true, true));
    }

    /** A figure that may not exceed the bound in any run. */
    public void alwaysAtMost(String what, double value, double bound) {
        bounded(what, value, new Bound(bound, false, true));
    }

    /** The number of events that must never happen, in no run. */
    public void none(String what, double value) {
        alwaysAtMost(what, value, 0);
    }

    /** A run that failed and has no figures. */
    public void aborted(Throwable cause) {
        StringBuilder causes = new StringBuilder(cause.toString());
        Throwable next = cause.getCause();
        for (int i = 0; i < MOST_CAUSES && next != null; i++) {
            causes.append(", caused by ").append(next);
            next = next.getCause();
        }
        note("abortedRun" + runs, causes.toString());
        none("aborted", 1);
    }

    private void bounded(String what, double value, Bound bound) {
        add(what, value);
        bounds.put(what, bound);
        print(what, value, bound, "");
    }

    private void add(String what, double value) {
        figures.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
    }

    private void print(String what, double value, Bound bound, String more) {
        String verdict = bound.keeps(value) ? "kept" : "BROKEN";
        out.printf(Locale.ROOT, "  %-44s %14s  (%s: %s)%s%n", what, shown(value), bound.words(), verdict, more);
    }

    /** Prints a summary of the runs, if there was more than one. */
    public void printMedians() {
        if (runs < 2) {
            return;
        }
        out.println("all " + runs + " runs: the median, or the worst where a bound holds for each");
        figures.forEach((what, values) -> {
            String all = "  of "
                    + String.join(", ", values.stream().map(Report::shown).toList());
            Bound bound = bounds.get(what);
            if (bound == null) {
                out.printf(Locale.ROOT, "  %-44s %14s%s%n", what, shown(median(values)), all);
            } else {
                print(what, bound.judged(values), bound, all);
            }
        });
    }

    /** Rounds for people and programs that read it; JSON has no NaN. */
    private static @Nullable Double rounded(double value) {
        return Double.isFinite(value) ? Math.round(value * HUNDRED) / HUNDRED : null;
    }

    private static String shown(double value) {
        if (!Double.isFinite(value)) {
            return "nothing";
        }
        return String.format(Locale.ROOT, Math.abs(value) < HUNDRED ? "%,.2f" : "%,.0f", value);
    }

    /** The median; of an even number the mean of the two in the middle. NaN if any run has no value. */
    static double median(List<Double> values) {
        if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
            return Double.NaN;
        }
        double[] sorted = values.stream().mapToDouble(value -> value).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private double summed(String what) {
        List<Double> values = figures.getOrDefault(what, List.of());
        Bound bound = bounds.get(what);
        return bound == null ? median(values) : bound.judged(values);
    }

    /** Whether every bound is kept. */
    public boolean ok() {
        return bounds.entrySet().stream().allMatch(entry -> entry.getValue().keeps(summed(entry.getKey())));
    }

    /** The exit code of the process. */
    public int exitCode() {
        return ok() ? 0 : BROKEN;
    }

    /** The whole report on one line. */
    public String json() {
        environment.put("loadAfter", Machine.load());
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name);
        ObjectNode shown = node.putObject("figures");
        figures.keySet().forEach(what -> shown.put(what, rounded(summed(what))));
        ObjectNode kept = node.putObject("bounds");
        bounds.forEach((what, bound) -> kept.putObject(what)
                .put("value", rounded(summed(what)))
                .put("bound", bound.bound)
                .put("way", bound.way())
                .put("of", bound.of())
                .put("ok", bound.keeps(summed(what))));
        if (runs > 1) {
            ObjectNode each = node.putObject("runs");
            figures.forEach((what, values) -> {
                ArrayNode list = each.putArray(what);
                values.forEach(value -> list.add(rounded(value)));
            });
        }
        ObjectNode where = node.putObject("environment");
        environment.forEach(where::put);
        return node.toString();
    }
}
