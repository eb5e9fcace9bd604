package dev.carillon.insight.cluster;

import dev.carillon.client.deadletter.DeadLetterMarks;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.insight.topic.BacklogReader;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts recent outcomes, open executions and dead letters; with too many records to read, it marks the count so. */
final class EndsLook {
    /** At most this many records of a topic are read for one count. */
    private static final long MOST = 200_000;
    /** A retry waits for at most ten minutes by default, so most open executions failed within this time. */
    private static final Duration FAILED_WITHIN = Duration.ofMinutes(30);
    /** Begins the position in the key of a task that was written into {@code delayed} by hand. */
    private static final String DELAYED_POSITION = "~" + RecordPosition.DELAYED + "-";

    private final TopicScan scan;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;

    EndsLook(TopicScan scan, TopicNames names, Instant now, Set<String> topics) {
        this.scan = scan;
        this.names = names;
        this.now = now;
        this.topics = topics;
    }

    ClusterStatus.Ends ends() {
        DeadLetters dead = deadLetters();
        return new ClusterStatus.Ends(recent(), retrying(), delayed(), dead.count, dead.last);
    }

    /** Counts dead letters without a mark; a replayed or dropped one has a mark, and {@code dlq list} omits it too. */
    private DeadLetters deadLetters() {
        DeadLetters dead = new DeadLetters();
        if (!topics.contains(names.deadLetters())) {
            return dead;
        }
        if (!isReadable(names.deadLetters(), scan.log().starts(names.deadLetters()))) {
            dead.count = ClusterStatus.Ends.TOO_MANY;
            return dead;
        }
        boolean marked = topics.contains(names.audit());
        boolean marksReadable = !marked || isReadable(names.audit(), scan.log().starts(names.audit()));
        DeadLetterMarks marks =
                marked && marksReadable ? DeadLetterMarks.read(scan.log(), names) : DeadLetterMarks.none();
        scan.all(names.deadLetters(), record -> {
            if (marks.of(new StoredDeadLetter(record)).isEmpty()) {
                dead.add(record);
            }
        });
        if (!marksReadable && dead.count > 0) {
            dead.count = ClusterStatus.Ends.TOO_MANY;
        }
        return dead;
    }

    private static final class DeadLetters {
        private long count;
        private @Nullable Instant last;

        void add(ReceivedRecord record) {
            count++;
            last = last == null || record.appended().isAfter(last) ? record.appended() : last;
        }
    }

    private @Nullable OutcomeStatistics recent() {
        Instant since = now.minus(Duration.ofMinutes(ClusterStatus.Ends.RECENT_MINUTES));
        if (!topics.contains(names.outcomes())
                || !isReadable(names.outcomes(), scan.log().since(names.outcomes(), since))) {
            return null;
        }
        OutcomeStatistics recent = new OutcomeStatistics();
        scan.since(names.outcomes(), since, record -> record.read(Kind.OUTCOME::ifReadable)
                .ifPresentOrElse(recent::add, recent::addUnreadable));
        return recent;
    }

    /** Counts the keys that have a failed attempt and no outcome. */
    private long retrying() {
        Instant since = now.minus(FAILED_WITHIN);
        if (!topics.contains(names.results()) || !topics.contains(names.outcomes())) {
            return 0;
        }
        if (!isReadable(names.results(), scan.log().since(names.results(), since))
                || !isReadable(names.outcomes(), scan.log().since(names.outcomes(), since))) {
            return ClusterStatus.Ends.TOO_MANY;
        }
        Set<String> open = new HashSet<>();
        scan.since(names.results(), since, record -> {
            if (failedAttempt(record)) {
                open.add(record.keyText());
            }
        });
        scan.since(names.outcomes(), since, record -> open.remove(record.keyText()));
        return open.size();
    }

    private static boolean failedAttempt(ReceivedRecord record) {
        boolean result = Headers.KIND_RESULT.equals(record.headers().textOr(Headers.KIND, Headers.KIND_RESULT));
        return result
                && record.read(Kind.RESULT::ifReadable)
                        .map(Result::status)
                        .filter(ResultStatus::isFailure)
                        .isPresent();
    }

    private long delayed() {
        if (!topics.contains(names.delayed())) {
            return 0;
        }
        Map<Integer, Long> starts = scan.log().starts(names.delayed());
        if (!isReadable(names.delayed(), starts)) {
            return ClusterStatus.Ends.TOO_MANY;
        }
        Map<String, Instant> waiting = new HashMap<>();
        scan.from(names.delayed(), starts, record -> {
            if (BacklogReader.mayStart(record).isAfter(now)) {
                waiting.put(name(record), record.appended());
            }
        });
        waiting.values().stream().min(Instant::compareTo).ifPresent(first -> forgetEnded(waiting, first));
        return waiting.size();
    }

    /** Removes tasks that ended while they were delayed, as a cancelled one does. */
    private void forgetEnded(Map<String, Instant> waiting, Instant since) {
        boolean readable = topics.contains(names.outcomes())
                && isReadable(names.outcomes(), scan.log().since(names.outcomes(), since));
        if (readable) {
            scan.since(names.outcomes(), since, record -> waiting.remove(ended(record.keyText())));
        }
    }

    /** The name of an ended task: a hand-written one has a key with its position. */
    private static String ended(String key) {
        int position = key.lastIndexOf(DELAYED_POSITION);
        return position < 0
                ? key
                : key.substring(position + DELAYED_POSITION.length()).replace('-', '@');
    }

    /** Names a task by its position if it has no execution key: hand-written tasks may share a key, or have none. */
    private static String name(ReceivedRecord record) {
        String key = record.keyText();
        return key.indexOf(':') > 0 ? key : record.partition() + "@" + record.offset();
    }

    private boolean isReadable(String topic, Map<Integer, Long> from) {
        Map<Integer, Long> ends = scan.log().ends(topic);
        long distance = from.entrySet().stream()
                .mapToLong(at -> Math.max(0, ends.getOrDefault(at.getKey(), 0L) - at.getValue()))
                .sum();
        return distance <= MOST;
    }
}
