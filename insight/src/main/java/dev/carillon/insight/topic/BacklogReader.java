package dev.carillon.insight.topic;

import dev.carillon.client.log.GroupOffset;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts the unfinished records of consumer groups. A difference of offsets would count too much: transaction markers,
 * and records that a worker finished before an earlier one. So the records are read, unless there are too many.
 */
public final class BacklogReader {
    /** Reading this many takes well under a second. */
    private static final long MOST_LOOKED_AT = 50_000;

    private final TopicScan scan;
    private final Instant now;

    public BacklogReader(TopicScan scan, Instant now) {
        this.scan = scan;
        this.now = now;
    }

    /** The backlogs of a queue's workers, one for each topic. */
    public List<Backlog> ofWorkers(String group, List<String> topics) {
        List<GroupOffset> committed = scan.log().committed(group);
        List<Backlog> backlogs = new ArrayList<>();
        topics.forEach(topic -> backlogs.add(of(topic, committed, true)));
        return backlogs;
    }

    /** The backlogs of a group that commits plain offsets. */
    public List<Backlog> ofPlainGroup(String group, List<String> topics) {
        List<GroupOffset> committed = scan.log().committed(group);
        List<Backlog> backlogs = new ArrayList<>();
        topics.forEach(topic -> backlogs.add(of(topic, committed, false)));
        return backlogs;
    }

    private Backlog of(String topic, List<GroupOffset> committed, boolean withHoles) {
        Map<Integer, Long> starts = scan.log().starts(topic);
        Map<Integer, Long> ends = scan.log().ends(topic);
        Map<Integer, StoredPoint> points = new TreeMap<>();
        starts.forEach((partition, start) -> points.put(partition, StoredPoint.untouched(start)));
        for (GroupOffset stored : committed) {
            if (stored.topic().equals(topic)) {
                StoredPoint point = withHoles
                        ? PointCodec.decode(stored.offset(), stored.metadata())
                        : StoredPoint.untouched(stored.offset());
                points.put(stored.partition(), point);
            }
        }
        return measure(topic, points, starts, ends);
    }

    private Backlog measure(
            String topic, Map<Integer, StoredPoint> points, Map<Integer, Long> starts, Map<Integer, Long> ends) {
        long atMost = 0;
        Map<Integer, Long> from = new TreeMap<>();
        for (Map.Entry<Integer, StoredPoint> at : points.entrySet()) {
            StoredPoint point = at.getValue();
            long end = ends.getOrDefault(at.getKey(), 0L);
            // Retention may have deleted what the group has not finished.
            long start = starts.getOrDefault(at.getKey(), 0L);
            long holes = Arrays.stream(point.holes())
                    .filter(hole -> hole >= start && hole < end)
                    .count();
            atMost += Math.max(0, end - Math.max(point.end(), start)) + holes;
            from.put(at.getKey(), Math.max(point.position(), start));
        }
        if (atMost == 0) {
            return Backlog.nothing(topic);
        }
        if (atMost > MOST_LOOKED_AT) {
            return new Backlog(topic, atMost, 0, false, null);
        }
        Count count = new Count(record -> !done(points, record));
        scan.from(topic, from, count::add);
        return new Backlog(topic, count.waiting, count.later, true, count.oldest);
    }

    private static boolean done(Map<Integer, StoredPoint> points, ReceivedRecord record) {
        StoredPoint point = points.get(record.partition());
        return point != null && point.isDone(record.offset());
    }

    /** Counts the unfinished records. */
    private final class Count {
        private final Predicate<ReceivedRecord> counts;
        private long waiting;
        private long later;
        private @Nullable Instant oldest;

        Count(Predicate<ReceivedRecord> counts) {
            this.counts = counts;
        }

        void add(ReceivedRecord record) {
            if (!counts.test(record)) {
                return;
            }
            Instant start = mayStart(record);
            if (start.isAfter(now)) {
                later++;
                return;
            }
            waiting++;
            oldest = oldest == null || start.isBefore(oldest) ? start : oldest;
        }
    }

    /** When a task may start, by its headers. */
    public static Instant mayStart(ReceivedRecord record) {
        String notBefore = record.headers().text(Headers.NOT_BEFORE);
        if (notBefore == null) {
            return record.appended();
        }
        try {
            Instant named = Instant.parse(notBefore);
            return named.isAfter(record.appended()) ? named : record.appended();
        } catch (DateTimeException e) {
            return record.appended(); // Safe: an unreadable header does not delay a task.
        }
    }
}
