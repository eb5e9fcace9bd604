package dev.carillon.kit.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A log line for machines: one JSON object. */
final class JsonLine {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLine() {}

    static String of(ILoggingEvent event) {
        StringWriter text = new StringWriter(256);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty(
                    "time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
            json.writeStringProperty("level", event.getLevel().toString());
            json.writeStringProperty("logger", event.getLoggerName());
            json.writeStringProperty("thread", event.getThreadName());
            json.writeStringProperty("message", event.getFormattedMessage());
            Map<String, String> mdc = event.getMDCPropertyMap();
            if (!mdc.isEmpty()) {
                json.writeObjectPropertyStart("mdc");
                new TreeMap<>(mdc).forEach(json::writeStringProperty);
                json.writeEndObject();
            }
            IThrowableProxy thrown = event.getThrowableProxy();
            if (thrown != null) {
                json.writeStringProperty("exception", ThrowableProxyUtil.asString(thrown));
            }
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }
}
