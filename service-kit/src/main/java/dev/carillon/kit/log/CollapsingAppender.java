package dev.carillon.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Map;

/**
 * Passes events on, but a repeated warning or error only once per window; the next event after the window adds a line
 * with the number of repeats.
 */
final class CollapsingAppender extends AppenderBase<ILoggingEvent> {
    static final long WINDOW_MILLIS = 10_000;
    private static final int MOST_REMEMBERED = 256;
    private static final int SUMMARY_LENGTH = 200;

    private final Appender<ILoggingEvent> target;
    private final RepeatedMessages<ILoggingEvent> repeats = new RepeatedMessages<>(WINDOW_MILLIS, MOST_REMEMBERED);

    CollapsingAppender(Appender<ILoggingEvent> target) {
        this.target = target;
    }

    @Override
    protected void append(ILoggingEvent event) {
        repeats.endWindows(event.getTimeStamp()).forEach(held -> target.doAppend(summary(held, event.getTimeStamp())));
        boolean alarming = event.getLevel().isGreaterOrEqual(Level.WARN);
        if (!alarming || repeats.isNew(key(event), event, event.getTimeStamp())) {
            target.doAppend(event);
        }
    }

    @Override
    public void stop() {
        if (isStarted()) {
            repeats.endWindows(Long.MAX_VALUE)
                    .forEach(held -> target.doAppend(summary(held, held.first().getTimeStamp())));
        }
        super.stop();
        target.stop();
    }

    /** Equal for repeats, even if the stack trace or the arguments of a message with a trace differ. */
    private static Object key(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        String what = thrown == null
                ? String.valueOf(event.getFormattedMessage())
                : thrown.getClassName() + " " + event.getMessage();
        return List.of(event.getLevel(), event.getLoggerName(), what);
    }

    private static ILoggingEvent summary(RepeatedMessages.Held<ILoggingEvent> held, long now) {
        ILoggingEvent first = held.first();
        String message = String.valueOf(first.getFormattedMessage());
        String shortened = message.length() > SUMMARY_LENGTH ? message.substring(0, SUMMARY_LENGTH) + "…" : message;
        LoggingEvent summary = new LoggingEvent();
        summary.setLoggerName(first.getLoggerName());
        summary.setLevel(first.getLevel());
        summary.setThreadName(first.getThreadName());
        summary.setTimeStamp(now);
        summary.setMDCPropertyMap(Map.of());
        summary.setMessage("repeated " + held.times() + " more times: " + shortened);
        return summary;
    }
}
