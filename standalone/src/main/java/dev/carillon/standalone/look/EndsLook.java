package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.client.deadletter.Letter;
import dev.carillon.client.deadletter.Marks;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers how executions end and which have not; where there is too much to read, it says so instead. */
final class EndsLook {
    /** No more records than these of one topic are read for a number in passing. */
    private static final long MOST = 200_000;
    /** A retry may wait for ten minutes by default, so most that are open failed within this. */
    private static final Duration FAILED_WITHIN = Duration.ofMinutes(30);

    private final Pass pass;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;

    EndsLook(Pass pass, TopicNames names, Instant now, Set<String> topics) {
        this.pass = pass;
        this.names = names;
        this.now = now;
        this.topics = topics;
    }

    Standing.Ends ends() {
        DeadLetters dead = deadLetters();
        return new Standing.Ends(recent(), retrying(), delayed(), dead.count, dead.last);
    }

    /** Those that wait for somebody: what was replayed or dropped has a mark, and lists leave it out too. */
    private DeadLetters deadLetters() {
        DeadLetters dead = new DeadLetters();
        if (!topics.contains(names.deadLetters())) {
            return dead;
        }
        if (!isReadable(names.deadLetters(), pass.log().starts(names.deadLetters()))) {
            dead.count = Standing.Ends.TOO_MANY;
            return dead;
        }
        boolean marked = topics.contains(names.audit());
        boolean told = !marked || isReadable(names.audit(), pass.log().starts(names.audit()));
        Marks marks = marked && told ? Marks.read(pass.log(), names) : Marks.none();
        pass.all(names.deadLetters(), record -> {
            if (marks.of(new Letter(record)).isEmpty()) {
                dead.add(record);
            }
        });
        if (!told && dead.count > 0) {
            dead.count = Standing.Ends.TOO_MANY;
        }
        return dead;
    }

    private static final class DeadLetters {
        private long count;
        private @Nullable Instant last;

        void add(StoredRecord record) {
            count++;
            last = last == null || record.appended().isAfter(last) ? record.appended() : last;
        }
    }

    private @Nullable Statistics recent() {
        Instant since = now.minus(Duration.ofMinutes(Standing.Ends.RECENT_MINUTES));
        if (!topics.contains(names.outcomes())
                || !isReadable(names.outcomes(), pass.log().since(names.outcomes(), since))) {
            return null;
        }
        Statistics recent = new Statistics();
        pass.since(names.outcomes(), since, record -> record.read(Kind.OUTCOME)
                .ifPresentOrElse(recent::add, recent::addUnreadable));
        return recent;
    }

    /** Keys with an attempt that did not succeed, less those with an outcome. */
    private long retrying() {
        Instant since = now.minus(FAILED_WITHIN);
        if (!topics.contains(names.results()) || !topics.contains(names.outcomes())) {
            return 0;
        }
        if (!isReadable(names.results(), pass.log().since(names.results(), since))
                || !isReadable(names.outcomes(), pass.log().since(names.outcomes(), since))) {
            return Standing.Ends.TOO_MANY;
        }
        Set<String> open = new HashSet<>();
        pass.since(names.results(), since, record -> {
            if (failedAttempt(record)) {
                open.add(record.keyText());
            }
        });
        pass.since(names.outcomes(), since, record -> open.remove(record.keyText()));
        return open.size();
    }

    private static boolean failedAttempt(StoredRecord record) {
        boolean result = Headers.KIND_RESULT.equals(record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT));
        return result
                && record.read(Kind.RESULT)
                        .map(Result::status)
                        .filter(status -> switch (status) {
                            case FAILED, TIMED_OUT, LOST -> true;
                            case STARTED, SUCCEEDED, CANCELLED, EXPIRED, HANDED_BACK, SKIPPED -> false;
                        })
                        .isPresent();
    }

    private long delayed() {
        if (!topics.contains(names.delayed())) {
            return 0;
        }
        Map<Integer, Long> starts = pass.log().starts(names.delayed());
        if (!isReadable(names.delayed(), starts)) {
            return Standing.Ends.TOO_MANY;
        }
        Map<String, Instant> waiting = new HashMap<>();
        pass.from(names.delayed(), starts, record -> {
            if (Backlogs.mayStart(record).isAfter(now)) {
                waiting.put(name(record), record.appended());
            }
        });
        waiting.values().stream().min(Instant::compareTo).ifPresent(first -> forgetEnded(waiting, first));
        return waiting.size();
    }

    /** What was cancelled in its timer waits no more. */
    private void forgetEnded(Map<String, Instant> waiting, Instant since) {
        boolean readable = topics.contains(names.outcomes())
                && isReadable(names.outcomes(), pass.log().since(names.outcomes(), since));
        if (readable) {
            pass.since(names.outcomes(), since, record -> waiting.remove(record.keyText()));
        }
    }

    /** Hand-made tasks may share a key, or have none. */
    private static String name(StoredRecord record) {
        String key = record.keyText();
        return key.indexOf(':') > 0 ? key : record.partition() + "@" + record.offset();
    }

    private boolean isReadable(String topic, Map<Integer, Long> from) {
        Map<Integer, Long> ends = pass.log().ends(topic);
        long distance = from.entrySet().stream()
                .mapToLong(at -> Math.max(0, ends.getOrDefault(at.getKey(), 0L) - at.getValue()))
                .sum();
        return distance <= MOST;
    }
}
