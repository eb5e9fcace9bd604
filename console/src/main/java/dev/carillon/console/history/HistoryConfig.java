package dev.carillon.console.history;

import dev.carillon.kit.config.Key;
import java.time.Duration;

/** Where the console keeps its history, how much of it, and when an execution counts as overdue. */
public record HistoryConfig(
        @Key(
                name = "console.history.dir",
                byDefault = "data/console",
                min = "1",
                max = "1000",
                reason = "where the history is kept on this machine; lost, it is rebuilt from Kafka")
        String dir,

        @Key(
                name = "console.history.retention",
                byDefault = "7d",
                min = "1h",
                max = "30d",
                reason = "how long executions are listed; beyond what the topics keep, a rebuild loses them")
        Duration retention,

        @Key(
                name = "console.history.readers",
                byDefault = "4",
                min = "1",
                max = "32",
                reason = "how many queries the history answers at the same time")
        int readers,

        @Key(
                name = "console.overdue-after",
                byDefault = "60s",
                min = "1s",
                max = "1d",
                reason = "how long an execution may be silent after it was due before it is reported overdue")
        Duration overdueAfter) {
    public static final HistoryConfig DEFAULT =
            new HistoryConfig("data/console", Duration.ofDays(7), 4, Duration.ofSeconds(60));

    public HistoryConfig withDir(String other) {
        return new HistoryConfig(other, retention, readers, overdueAfter);
    }
}
