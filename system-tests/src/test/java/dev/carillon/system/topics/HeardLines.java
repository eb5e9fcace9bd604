package dev.carillon.system.topics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Collects the warnings and errors that Carillon logs until it is closed. */
final class HeardLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<ILoggingEvent> logged = new ArrayList<>();
    private final Logger carillon = (Logger) LoggerFactory.getLogger("dev.carillon");
    private final @Nullable Level before = carillon.getLevel();

    HeardLines() {
        start();
        // A command that another test ran in this JVM may have silenced the whole log.
        carillon.setLevel(Level.INFO);
        carillon.addAppender(this);
    }

    @Override
    protected synchronized void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            logged.add(event);
        }
    }

    /** The messages of all warnings and errors so far. */
    synchronized List<String> lines() {
        return logged.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** How many of them have a stack trace. */
    synchronized long stacks() {
        return logged.stream()
                .filter(event -> event.getThrowableProxy() != null)
                .count();
    }

    @Override
    public void close() {
        carillon.detachAppender(this);
        carillon.setLevel(before);
        stop();
    }
}
