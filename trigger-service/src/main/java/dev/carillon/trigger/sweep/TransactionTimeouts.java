package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** How long each transactional id may keep a transaction open. */
final class TransactionTimeouts {
    static final Duration WORKER = Duration.ofSeconds(3);
    static final Duration COLLECTOR = Duration.ofSeconds(6);
    /** Names of workers may have dots, so this may be the trigger or the collector of a namespace {@code ….worker}. */
    private static final Pattern OF_ANOTHER_NAMESPACE = Pattern.compile("(.*\\.)?(trigger\\.[0-9]+|collector-.*)");

    /** The process and the thread; a namespace that begins like that would have a dot behind it. */
    private static final Pattern OF_A_THREAD = Pattern.compile("[^.]+-[0-9]+");

    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final String workers;
    private final String collectors;
    private final Map<String, Instant> fenced = new HashMap<>();

    TransactionTimeouts(String namespace) {
        this.workers = namespace + ".worker.";
        this.collectors = namespace + ".collector-";
    }

    /** Matches the ids that may be swept, and few others; the trigger's own is not among them. */
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
    Optional<Duration> timeout(String id, Instant now) {
        fenced.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
        return defaultTimeout(id).map(time -> fenced.containsKey(id) ? time.multipliedBy(2) : time);
    }

    private Optional<Duration> defaultTimeout(String id) {
        if (id.startsWith(workers)) {
            String worker = id.substring(workers.length());
            return OF_ANOTHER_NAMESPACE.matcher(worker).matches() ? Optional.empty() : Optional.of(WORKER);
        }
        boolean collector = id.startsWith(collectors)
                && OF_A_THREAD.matcher(id.substring(collectors.length())).matches();
        return collector ? Optional.of(COLLECTOR) : Optional.empty();
    }

    void fenced(String id, Instant now) {
        fenced.put(id, now);
    }
}
