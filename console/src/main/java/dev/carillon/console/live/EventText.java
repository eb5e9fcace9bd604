package dev.carillon.console.live;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Events in the format of server-sent events; their data is JSON on one line, so it can't pass for another field. */
final class EventText {
    private static final int RECONNECT_MILLIS = 1_000;

    private EventText() {}

    static byte[] event(String name, @Nullable StreamPosition id, String json) {
        return bytes((id == null ? "" : "id: " + id + "\n") + "event: " + name + "\ndata: " + json + "\n\n");
    }

    /** The first bytes on a connection: its position, and the delay before the client reconnects. */
    static byte[] first(StreamPosition id) {
        return bytes("retry: " + RECONNECT_MILLIS + "\nid: " + id + "\n\n");
    }

    /** A comment that keeps both ends, and proxies between them, from taking the connection for dead. */
    static byte[] heartbeat() {
        return bytes(": still here\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
