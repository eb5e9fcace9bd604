package dev.carillon.kit.log;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decides which messages to log: the first of each window; repeats are counted. It does not depend on a logger. */
final class RepeatedMessages<E> {
    private final long windowMillis;
    private final int mostRemembered;
    /** The open windows, in the order in which they began. */
    private final Map<Object, Window<E>> windows = new LinkedHashMap<>();

    RepeatedMessages(long windowMillis, int mostRemembered) {
        this.windowMillis = windowMillis;
        this.mostRemembered = mostRemembered;
    }

    /** An event and the number of its suppressed repeats. */
    record Held<E>(E first, int times) {}

    private static final class Window<E> {
        private final E first;
        private final long since;
        private int repeats;

        private Window(E first, long since) {
            this.first = first;
            this.since = since;
        }
    }

    /** Whether to log the event; if not, it is counted as a repeat. */
    boolean isNew(Object key, E event, long nowMillis) {
        Window<E> before = windows.get(key);
        if (before != null) {
            before.repeats++;
            return false;
        }
        // When full, the event is logged without a window, so that no other count is lost.
        if (windows.size() < mostRemembered) {
            windows.put(key, new Window<>(event, nowMillis));
        }
        return true;
    }

    /** Ends the windows that are over and returns their suppressed repeats. */
    List<Held<E>> endWindows(long nowMillis) {
        List<Held<E>> held = new ArrayList<>();
        Iterator<Window<E>> oldestFirst = windows.values().iterator();
        while (oldestFirst.hasNext()) {
            Window<E> candidate = oldestFirst.next();
            // A clock that was set back ends all windows, which otherwise could stay open for hours.
            boolean open = nowMillis >= candidate.since && nowMillis - candidate.since < windowMillis;
            if (open) {
                break;
            }
            oldestFirst.remove();
            if (candidate.repeats > 0) {
                held.add(new Held<>(candidate.first, candidate.repeats));
            }
        }
        return held;
    }
}
