package dev.carillon.kit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.carillon.kit.config.ConfigLoader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogSetupTest {
    private static final long START = Instant.parse("2026-11-18T06:00:00.123Z").toEpochMilli();

    private final LoggerContext context = new LoggerContext();
    private Map<String, String> mdc = Map.of();

    @Test
    void defaultsArePinned() {
        assertThat(ConfigLoader.of(LogConfig.class).load().get(LogConfig.class))
                .isEqualTo(new LogConfig(LogFormat.AUTO, LogLevel.INFO, List.of()));
    }

    @Test
    void malformedLoggerLevelIsAConfigProblem() {
        assertThatThrownBy(() -> ConfigLoader.of(LogConfig.class)
                        .flags(Map.of("log.loggers", "org.apache.kafka=loud"))
                        .load())
                .hasMessageContaining("'org.apache.kafka=loud' is not logger=level");
    }

    @Test
    void warningsOfStreamsAboutRestoredStoresAreNotLogged() {
        LogSetup.install(context, LogConfig.defaults(), LogTarget.STANDARD_ERROR);
        String internals = "org.apache.kafka.streams.processor.internals.";
        assertThat(context.getLogger(internals + "TaskManager").isErrorEnabled())
                .isFalse();
        assertThat(context.getLogger(internals + "ProcessorStateManager").isWarnEnabled())
                .isFalse();
        assertThat(context.getLogger(internals + "StreamThread").isWarnEnabled())
                .isFalse();
        assertThat(context.getLogger(internals + "StreamThread").isErrorEnabled())
                .isTrue();
        assertThat(context.getLogger(internals + "RecordCollectorImpl").isWarnEnabled())
                .isTrue();
    }

    @Test
    void linesAreTextOnATerminalAndJsonElsewhere() {
        assertThat(LogSetup.isJson(LogFormat.AUTO, true)).isFalse();
        assertThat(LogSetup.isJson(LogFormat.AUTO, false)).isTrue();
        assertThat(LogSetup.isJson(LogFormat.JSON, true)).isTrue();
        assertThat(LogSetup.isJson(LogFormat.TEXT, false)).isFalse();
    }

    @Test
    void textLineHasTimeLevelShortLoggerAndMessage() {
        assertThat(TextLine.of(event("dev.carillon.Room", Level.WARN, "it is {}", START, null, "late")))
                .isEqualTo("06:00:00.123Z WARN  Room  it is late\n");
    }

    @Test
    void textLineShowsNoControlCharacters() {
        assertThat(TextLine.of(event("Room", Level.INFO, "a\u001b[2Jb\rc\td", START, null)))
                .isEqualTo("06:00:00.123Z INFO  Room  a?[2Jb?c\td\n");
    }

    @Test
    void textLineIsFollowedByTheStackTrace() {
        String line = TextLine.of(event("Room", Level.ERROR, "broke", START, new IOException("lost")));
        assertThat(line).startsWith("06:00:00.123Z ERROR Room  broke\njava.io.IOException: lost\n\tat ");
    }

    @Test
    void jsonLineIsOneObjectWithAllFields() {
        mdc = Map.of("task", "report");
        String line = JsonLine.of(
                event("dev.carillon.Room", Level.WARN, "quote \" and\nbreak", START, new IOException("lost")));
        assertThat(line)
                .startsWith(
                        "{\"time\":\"2026-11-18T06:00:00.123Z\",\"level\":\"WARN\",\"logger\":\"dev.carillon.Room\","
                                + "\"thread\":\"main\",\"message\":\"quote \\\" and\\nbreak\",\"mdc\":{\"task\":\"report\"},"
                                + "\"exception\":\"java.io.IOException: lost")
                .endsWith("\"}\n");
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    }

    @Test
    void ownLoggersFollowTheLevelAndOthersAreQuiet() {
        LogConfig config = new LogConfig(
                LogFormat.TEXT, LogLevel.DEBUG, List.of("org.apache.kafka.clients.Metadata=trace", "dev.loud=OFF"));
        LogSetup.install(context, config, LogTarget.STANDARD_ERROR);
        assertThat(level("dev.carillon.Room")).isEqualTo(Level.DEBUG);
        assertThat(level("dev.loud.Room")).isEqualTo(Level.OFF);
        assertThat(level("org.apache.kafka.clients.Metadata")).isEqualTo(Level.TRACE);
        assertThat(level("org.apache.kafka.clients.consumer.KafkaConsumer")).isEqualTo(Level.WARN);
        assertThat(level("org.apache.kafka.clients.NetworkClient")).isEqualTo(Level.ERROR);
        assertThat(level("org.apache.zookeeper.server.Some")).isEqualTo(Level.WARN);
        assertThat(level("org.apache.curator.framework.Some")).isEqualTo(Level.WARN);
        LogSetup.install(context, LogConfig.defaults(), LogTarget.STANDARD_ERROR);
        assertThat(level("dev.loud.Room")).isEqualTo(Level.INFO);
    }

    @Test
    void repeatedWarningIsLoggedOnceAndThenCounted() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        CollapsingAppender appender = new CollapsingAppender(logged);
        appender.start();
        for (int second = 0; second < 9; second++) {
            // The number in the message differs, but the exception and the words around it are the same.
            appender.doAppend(event("Room", Level.ERROR, "try {}", START + second, new IOException(), second));
            appender.doAppend(event("Room", Level.WARN, "refused", START + second, null));
            appender.doAppend(event("Room", Level.INFO, "round", START + second, null));
        }
        assertThat(lines(logged, Level.ERROR)).containsExactly("try 0");
        assertThat(lines(logged, Level.WARN)).containsExactly("refused");
        assertThat(lines(logged, Level.INFO)).hasSize(9);
        appender.doAppend(event("Room", Level.WARN, "refused", START + CollapsingAppender.WINDOW_MILLIS, null));
        assertThat(lines(logged, Level.WARN)).containsExactly("refused", "repeated 8 more times: refused", "refused");
        assertThat(lines(logged, Level.ERROR)).containsExactly("try 0", "repeated 8 more times: try 0");
        assertThat(JsonLine.of(logged.list.get(logged.list.size() - 1))).contains("refused");
    }

    @Test
    void suppressedRepeatsAreLoggedAtTheEnd() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        CollapsingAppender appender = new CollapsingAppender(logged);
        appender.start();
        appender.doAppend(event("Room", Level.WARN, "refused", START, null));
        appender.doAppend(event("Room", Level.WARN, "refused", START, null));
        appender.stop();
        assertThat(lines(logged, Level.WARN)).containsExactly("refused", "repeated 1 more times: refused");
    }

    @Test
    void ourDefaultsHoldBeforeAnythingIsConfigured() {
        LoggerContext global = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(global.getLogger("org.apache.kafka.clients.NetworkClient").getEffectiveLevel())
                .isEqualTo(Level.ERROR);
        assertThat(global.getLogger("dev.carillon.Room").getEffectiveLevel()).isEqualTo(Level.INFO);
    }

    private Level level(String logger) {
        return context.getLogger(logger).getEffectiveLevel();
    }

    private static List<String> lines(ListAppender<ILoggingEvent> logged, Level level) {
        return logged.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private LoggingEvent event(
            String name, Level level, String message, long millis, @Nullable Throwable thrown, Object... arguments) {
        Logger logger = context.getLogger(name);
        LoggingEvent event = new LoggingEvent("caller", logger, level, message, thrown, arguments);
        event.setThreadName("main");
        event.setTimeStamp(millis);
        event.setMDCPropertyMap(mdc);
        return event;
    }
}
