package dev.carillon.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Map;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Sets logging up; may be called again with another configuration at any time. */
public final class Logs {
    /**
     * What others say is heard from WARN on; the loggers that repeat with every attempt that a broker or ZooKeeper is
     * away are silent, because our own components say it once, in words.
     */
    private static final Map<String, Level> OTHERS = Map.ofEntries(
            Map.entry("org.apache.kafka", Level.WARN),
            Map.entry("org.apache.kafka.clients.NetworkClient", Level.ERROR),
            Map.entry("org.apache.kafka.common.utils.AppInfoParser", Level.ERROR),
            // After a kill these find every store corrupted, which is how Streams says that it will restore them; what
            // is worse than that reaches the handler of uncaught exceptions.
            Map.entry("org.apache.kafka.streams.processor.internals.TaskManager", Level.OFF),
            Map.entry("org.apache.kafka.streams.processor.internals.ProcessorStateManager", Level.ERROR),
            Map.entry("org.apache.kafka.streams.processor.internals.StreamThread", Level.ERROR),
            // Readers without a group change their partitions all the time, and this says so for each.
            Map.entry("org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils", Level.ERROR),
            // A refused login or certificate: our probe says it in words, this one with a stack trace.
            Map.entry("org.apache.kafka.clients.admin.internals.AdminMetadataManager", Level.ERROR),
            // It warns of temporary directories, which is where a demo and every test keep their state.
            Map.entry("org.apache.kafka.streams.processor.internals.StateDirectory", Level.ERROR),
            Map.entry("org.apache.kafka.streams.StreamsConfig", Level.ERROR),
            Map.entry("kafka", Level.WARN),
            Map.entry("state.change.logger", Level.WARN),
            // The only controller is asked before it has elected itself, and asked again.
            Map.entry("kafka.server.ControllerApis", Level.OFF),
            Map.entry("org.apache.zookeeper", Level.WARN),
            Map.entry("org.apache.zookeeper.ClientCnxn", Level.ERROR),
            Map.entry("org.apache.zookeeper.ClientCnxnSocketNIO", Level.ERROR),
            Map.entry("org.apache.curator", Level.WARN),
            Map.entry("io.javalin", Level.WARN),
            // The console says itself why it can't listen.
            Map.entry("io.javalin.Javalin", Level.OFF),
            Map.entry("org.eclipse.jetty", Level.WARN),
            // What a client writes as its host is no trouble of ours; it is refused.
            Map.entry("org.eclipse.jetty.util.HostPort", Level.ERROR),
            Map.entry("org.apache.curator.ConnectionState", Level.OFF),
            Map.entry("org.apache.curator.retry", Level.ERROR),
            Map.entry("io.micrometer", Level.WARN));

    private Logs() {}

    public static void install(LogConfig config, LogTarget target) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof LoggerContext context) {
            install(context, config, target);
        } // Else an embedding application has brought its own logging, which stays as it is.
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
        root.addAppender(appender(context, isJson(config.format(), Terminal.isAt(target)), target));
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
