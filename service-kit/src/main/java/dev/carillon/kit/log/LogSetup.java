package dev.carillon.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Map;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Sets logging up; may be called again with another configuration. */
public final class LogSetup {
    /**
     * Libraries log from WARN on. Loggers that repeat at every attempt that a broker or ZooKeeper does not answer are
     * off, because Carillon's own components log it once.
     */
    private static final Map<String, Level> OTHERS = Map.ofEntries(
            Map.entry("org.apache.kafka", Level.WARN),
            Map.entry("org.apache.kafka.clients.NetworkClient", Level.ERROR),
            Map.entry("org.apache.kafka.common.utils.AppInfoParser", Level.ERROR),
            // After a kill these report every store as corrupted, which only means that Streams will restore it; worse
            // failures reach the handler of uncaught exceptions.
            Map.entry("org.apache.kafka.streams.processor.internals.TaskManager", Level.OFF),
            Map.entry("org.apache.kafka.streams.processor.internals.ProcessorStateManager", Level.ERROR),
            Map.entry("org.apache.kafka.streams.processor.internals.StreamThread", Level.ERROR),
            // It logs each change of partitions, which readers without a group make all the time.
            Map.entry("org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils", Level.ERROR),
            // It logs a refused login or certificate with a stack trace; KafkaAdminProbe reports it as one line.
            Map.entry("org.apache.kafka.clients.admin.internals.AdminMetadataManager", Level.ERROR),
            // It warns about temporary directories, where demos and tests keep their state.
            Map.entry("org.apache.kafka.streams.processor.internals.StateDirectory", Level.ERROR),
            Map.entry("org.apache.kafka.streams.StreamsConfig", Level.ERROR),
            Map.entry("kafka", Level.WARN),
            Map.entry("state.change.logger", Level.WARN),
            // It warns about requests before the only controller has elected itself; they are repeated.
            Map.entry("kafka.server.ControllerApis", Level.OFF),
            Map.entry("org.apache.zookeeper", Level.WARN),
            Map.entry("org.apache.zookeeper.ClientCnxn", Level.ERROR),
            Map.entry("org.apache.zookeeper.ClientCnxnSocketNIO", Level.ERROR),
            Map.entry("org.apache.curator", Level.WARN),
            Map.entry("io.javalin", Level.WARN),
            // The console itself logs why it can't listen.
            Map.entry("io.javalin.Javalin", Level.OFF),
            Map.entry("org.eclipse.jetty", Level.WARN),
            // It warns about clients' invalid host headers, which are refused.
            Map.entry("org.eclipse.jetty.util.HostPort", Level.ERROR),
            Map.entry("org.apache.curator.ConnectionState", Level.OFF),
            Map.entry("org.apache.curator.retry", Level.ERROR),
            Map.entry("io.micrometer", Level.WARN));

    private LogSetup() {}

    public static void install(LogConfig config, LogTarget target) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof LoggerContext context) {
            install(context, config, target);
        } // Otherwise an embedding program has its own logging, which stays unchanged.
    }

    static void install(LoggerContext context, LogConfig config, LogTarget target) {
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.valueOf(config.level().name()));
        OTHERS.forEach((name, level) -> context.getLogger(name).setLevel(level));
        for (String entry : config.loggers()) {
            int equals = entry.indexOf('=');
            context.getLogger(entry.substring(0, equals)).setLevel(Level.valueOf(entry.substring(equals + 1)));
        }
        root.addAppender(appender(context, isJson(config.format(), TerminalCheck.isAt(target)), target));
    }

    static boolean isJson(LogFormat format, boolean onTerminal) {
        return format == LogFormat.JSON || (format == LogFormat.AUTO && !onTerminal);
    }

    private static CollapsingAppender appender(LoggerContext context, boolean json, LogTarget target) {
        LineEncoder encoder = new LineEncoder(json ? JsonLine::of : TextLine::of);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("console");
        console.setTarget(target.stream());
        console.setEncoder(encoder);
        console.start();
        CollapsingAppender collapsing = new CollapsingAppender(console);
        collapsing.setContext(context);
        collapsing.setName("collapsing");
        collapsing.start();
        return collapsing;
    }
}
