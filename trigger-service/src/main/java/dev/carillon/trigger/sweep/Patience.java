package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How long each transactional id may keep a transaction open. */
final class Patience {
    static final Duration WORKER = Duration.ofSeconds(3);
    static final Duration COLLECTOR = Duration.ofSeconds(6);
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final String workers;
    private final String collectors;
    private final Map<String, Instant> fenced = new HashMap<>();

    Patience(String namespace) {
        this.workers = namespace + ".worker.";
        this.collectors = namespace + ".collector-";
    }

    /** Matches the ids that may be swept; everything else, the trigger's own among it, is never looked at. */
    String pattern() {
        return "^(" + quoted(workers) + "|" + quoted(collectors) + ").*";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = Character.isLetterOrDigit(c) || c == '_' || c == '-';
            quoted.append(plain ? "" : "\\").append(c);
        }
        return quoted.toString();
    }

    /** Empty for an id that is not swept. */
    Optional<Duration> with(String id, Instant now) {
        fenced.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
        Duration usual = id.startsWith(workers) ? WORKER : id.startsWith(collectors) ? COLLECTOR : null;
        return Optional.ofNullable(usual).map(time -> fenced.containsKey(id) ? time.multipliedBy(2) : time);
    }

    void fenced(String id, Instant now) {
        fenced.put(id, now);
    }
}
