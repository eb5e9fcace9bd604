package dev.carillon.kit.log;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remembers what was just said, so that the same is said once per window and then counted; free of any logger. */
final class Repeats<E> {
    private final long windowMillis;
    private final int mostRemembered;
    /** In the order in which the windows began. */
    private final Map<Object, Said<E>> said = new LinkedHashMap<>();

    Repeats(long windowMillis, int mostRemembered) {
        this.windowMillis = windowMillis;
        this.mostRemembered = mostRemembered;
    }

    /** An event whose repeats were held back, and how many they were. */
    record Held<E>(E first, int times) {}

    private static final class Said<E> {
        private final E first;
        private final long since;
        private int repeats;

        private Said(E first, long since) {
            this.first = first;
            this.since = since;
        }
    }

    /** Whether to say it; when not, it is counted. */
    boolean isNew(Object key, E event, long nowMillis) {
        Said<E> before = said.get(key);
        if (before != null) {
            before.repeats++;
            return false;
        }
        // Full: say it rather than forget another's count.
        if (said.size() < mostRemembered) {
            said.put(key, new Said<>(event, nowMillis));
        }
        return true;
    }

    /** Ends the windows that are over and returns what was held back in them. */
    List<Held<E>> over(long nowMillis) {
        List<Held<E>> held = new ArrayList<>();
        Iterator<Said<E>> oldestFirst = said.values().iterator();
        while (oldestFirst.hasNext()) {
            Said<E> candidate = oldestFirst.next();
            // A clock that was set back ends all windows rather than keep them for hours.
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
