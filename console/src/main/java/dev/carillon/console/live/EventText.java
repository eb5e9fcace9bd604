package dev.carillon.console.live;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Events as they go over the wire. The data is JSON on one line, so none of it can be taken for another field. */
final class EventText {
    private static final int COME_BACK_MILLIS = 1_000;

    private EventText() {}

    static byte[] event(String name, @Nullable Position id, String json) {
        return bytes((id == null ? "" : "id: " + id + "\n") + "event: " + name + "\ndata: " + json + "\n\n");
    }

    /** No event yet: from where to go on, and how soon, should the connection break. */
    static byte[] first(Position id) {
        return bytes("retry: " + COME_BACK_MILLIS + "\nid: " + id + "\n\n");
    }

    /** Says nothing, but shows both ends, and whatever stands between, that the connection lives. */
    static byte[] heartbeat() {
        return bytes(": still here\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
