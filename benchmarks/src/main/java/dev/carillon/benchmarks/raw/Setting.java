package dev.carillon.benchmarks.raw;

import java.util.List;
import java.util.Map;

/**
 * One configuration of the producer: how long it lingers, how large a batch is, and how many records are committed at
 * once. The limit is the best of several.
 *
 * @param atOnce records a transaction, where there are transactions
 */
public record Setting(int lingerMs, int batchBytes, int atOnce) {
    private static final int KILO = 1_024;

    /** Ours, and two that are made for throughput alone. */
    public static final List<Setting> ALL = List.of(
            new Setting(2, 64 * KILO, 5_000),
            new Setting(10, 256 * KILO, 20_000),
            new Setting(50, 1_000 * KILO, 50_000));

    /** The same settings with as many records a transaction as a slice has. */
    public static List<Setting> withAtOnce(int atOnce) {
        return ALL.stream()
                .map(setting -> new Setting(setting.lingerMs, setting.batchBytes, atOnce))
                .toList();
    }

    Map<String, Object> producer() {
        return Map.of("linger.ms", lingerMs, "batch.size", batchBytes);
    }

    @Override
    public String toString() {
        return "linger " + lingerMs + " ms, batches of " + batchBytes / KILO + " KB, " + atOnce + " at once";
    }
}
