package dev.carillon.kit.log;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import java.util.List;

/** What is logged and in which format. */
public record LogConfig(
        @Key(
                name = "log.format",
                byDefault = "auto",
                reason = "auto writes lines for people on a terminal and one JSON object per line elsewhere")
        LogFormat format,

        @Key(name = "log.level", byDefault = "info", reason = "the least important level of Carillon's own log lines")
        LogLevel level,

        @Key(
                name = "log.loggers",
                max = "100",
                reason = "levels of single loggers, as logger=level; also to see more log lines of Kafka and ZooKeeper")
        List<String> loggers) {

    public LogConfig {
        loggers = List.copyOf(loggers);
        Contradictions all = new Contradictions();
        loggers.forEach(entry -> all.when(
                !entry.matches("[A-Za-z0-9_.$]{1,200}=(?i:trace|debug|info|warn|error|off)"),
                List.of("log.loggers"),
                "'" + entry + "' is not logger=level",
                "The levels are trace, debug, info, warn, error, off"));
        all.check();
    }

    public static LogConfig defaults() {
        return new LogConfig(LogFormat.AUTO, LogLevel.INFO, List.of());
    }
}
