package dev.carillon.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a benchmark found: figures, those of them that have a bound, and where it was. */
public final class Report {
    private static final double HUNDRED = 100;

    private final String name;
    private final PrintStream out;
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final Map<String, Bound> bounds = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /** A bound that a figure keeps or breaks. */
    private record Bound(double value, double bound, boolean ok) {}

    public Report(String name, PrintStream out) {
        this.name = name;
        this.out = out;
        environment.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        environment.put("java", Runtime.version().toString());
        environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put("loadBefore", load());
    }

    /** Tells something of the run, such as its size. */
    public void note(String what, String value) {
        environment.put(what, value);
    }

    /** A figure without a bound. */
    public void figure(String what, double value) {
        figures.put(what, rounded(value));
        out.printf(Locale.ROOT, "  %-44s %,14.1f%n", what, value);
    }

    /** A figure that has to reach the bound. */
    public void atLeast(String what, double value, double bound) {
        bounded(what, value, bound, value >= bound, "at least");
    }

    /** A figure that may not go beyond the bound. */
    public void atMost(String what, double value, double bound) {
        bounded(what, value, bound, value <= bound, "at most");
    }

    private void bounded(String what, double value, double bound, boolean ok, String word) {
        figures.put(what, rounded(value));
        bounds.put(what, new Bound(rounded(value), bound, ok));
        out.printf(Locale.ROOT, "  %-44s %,14.1f  (%s %,.0f: %s)%n", what, value, word, bound, ok ? "kept" : "BROKEN");
    }

    private static double rounded(double value) {
        return Math.round(value * HUNDRED) / HUNDRED;
    }

    /** Whether every bound is kept. */
    public boolean ok() {
        return bounds.values().stream().allMatch(Bound::ok);
    }

    /** All of it on one line. */
    public String json() {
        environment.put("loadAfter", load());
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name);
        ObjectNode shown = node.putObject("figures");
        figures.forEach(shown::put);
        ObjectNode kept = node.putObject("bounds");
        bounds.forEach((what, bound) -> kept.putObject(what)
                .put("value", bound.value)
                .put("bound", bound.bound)
                .put("ok", bound.ok));
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
