package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A client in memory; it can stop reading, and it can leave. */
final class MemorySink implements EventSink {
    private final StringBuilder got = new StringBuilder();
    private boolean reading = true;
    private int room = Integer.MAX_VALUE;
    private boolean broken;
    private boolean left;
    private boolean closed;

    void stopReading() {
        reading = false;
    }

    void readAgain() {
        reading = true;
    }

    /** It takes this many writes until it is told again. */
    void readOnly(int writes) {
        room = writes;
    }

    /** Each write fails in a way that no client does. */
    void breaks() {
        broken = true;
    }

    void leave() {
        left = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** The text that was written since the last call. */
    String take() {
        String text = got.toString();
        got.setLength(0);
        return text;
    }

    /** The data of each event of this name that was written since the last call. */
    List<String> take(String event) {
        return List.of(take().split("\n\n", -1)).stream()
                .filter(block -> block.contains("event: " + event + "\n"))
                .map(block -> block.substring(block.indexOf("data: ") + "data: ".length()))
                .toList();
    }

    @Override
    public boolean isReady() {
        return reading && room > 0 && !closed;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        if (left) {
            throw new IOException("the client has left");
        }
        if (broken) {
            throw new IllegalStateException("the response is in a wrong state");
        }
        room--;
        got.append(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed = true;
    }
}
