package dev.carillon.kit.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A log line for people: {@code 06:00:00.000Z WARN  KafkaReachability  no Kafka broker answers …}. */
final class TextLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private TextLine() {}

    static String of(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
        line.append(' ').append(String.format(Locale.ROOT, "%-5s", event.getLevel()));
        line.append(' ').append(shortName(event.getLoggerName())).append("  ");
        line.append(withoutControls(String.valueOf(event.getFormattedMessage())))
                .append('\n');
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            line.append(withoutControls(ThrowableProxyUtil.asString(thrown)));
        }
        return line.toString();
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    /** Replaces control characters, as text from outside must not control the reader's terminal. */
    private static String withoutControls(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "?");
    }
}
