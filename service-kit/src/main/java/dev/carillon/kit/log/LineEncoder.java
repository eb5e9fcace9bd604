package dev.carillon.kit.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Writes each event as the text that a function returns for it. */
final class LineEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};
    private final Function<ILoggingEvent, String> line;

    LineEncoder(Function<ILoggingEvent, String> line) {
        this.line = line;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return line.apply(event).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
