package dev.carillon.insight.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The status of the system as JSON, over REST and on the command line. Unknown counts are null and shown as such.
 *
 * @param collector the records that the collector has not processed yet
 */
public record ClusterAnswer(
        Instant at,
        boolean well,
        List<Need> needs,
        Trigger trigger,
        Workers workers,
        List<Queue> queues,
        List<Unread> collector,
        Executions executions) {

    /** A problem, with the command to continue with. */
    public record Need(String problem, String next) {}

    /**
     * Who triggers, and how far.
     *
     * @param leader null if none is known
     * @param watermark null before the first
     */
    public record Trigger(
            boolean moving,
            @Nullable Leader leader,
            @Nullable Reached watermark,
            long recentTicks,
            long recentSkips,
            long recentMinutes) {
        static Trigger of(TriggerSeen trigger, Instant now) {
            LeaderTerm leader = trigger.history().leader();
            return new Trigger(
                    trigger.isMoving(now),
                    leader == null
                            ? null
                            : new Leader(leader.source(), leader.since(), leader.ended(), leader.evidence()),
                    trigger.watermark() == null
                            ? null
                            : new Reached(
                                    trigger.watermark().value().reached().due(),
                                    trigger.watermark().at()),
                    trigger.history().recentTicks(),
                    trigger.history().recentSkips(),
                    TriggerSeen.RECENT.toMinutes());
        }
    }

    /** The current or last leader. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Leader(
            String source,
            @Nullable Instant since,
            @Nullable Instant ended,
            EvidenceRecord evidence) {}

    /** The watermark: ticks are decided up to due. */
    public record Reached(Instant due, EvidenceRecord evidence) {}

    /** Numbers of workers and of their slots and tasks. */
    public record Workers(int living, int gone, int slots, int running, int held) {
        static Workers of(WorkersSeen workers) {
            return new Workers(
                    workers.living().size(), workers.gone().size(), workers.slots(), workers.running(), workers.held());
        }
    }

    /** A queue with a backlog for each of its topics. */
    public record Queue(String queue, boolean served, List<Unread> lanes) {
        static Queue of(QueueLoad queue) {
            return new Queue(
                    queue.queue(),
                    queue.served(),
                    queue.lanes().stream().map(Unread::of).toList());
        }
    }

    /** The backlog of a topic. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Unread(
            String topic,
            long waiting,
            long later,
            boolean exact,
            @Nullable Instant oldest) {
        static Unread of(Backlog backlog) {
            return new Unread(backlog.topic(), backlog.waiting(), backlog.later(), backlog.exact(), backlog.oldest());
        }
    }

    /**
     * Open executions, and how others ended lately.
     *
     * @param recent counts by status
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Executions(
            @Nullable Long retrying,
            @Nullable Long delayed,
            @Nullable Long deadLetters,
            @Nullable Instant lastDeadLetter,
            int recentMinutes,
            @Nullable Map<OutcomeStatus, Long> recent) {
        static Executions of(ClusterStatus.Ends ends) {
            OutcomeStatistics recent = ends.recent();
            return new Executions(
                    known(ends.retrying()),
                    known(ends.delayed()),
                    known(ends.dead()),
                    ends.lastDead(),
                    ClusterStatus.Ends.RECENT_MINUTES,
                    recent == null ? null : counts(recent));
        }

        private static @Nullable Long known(long count) {
            return count < 0 ? null : (Long) count;
        }

        private static Map<OutcomeStatus, Long> counts(OutcomeStatistics recent) {
            Map<OutcomeStatus, Long> counts = new EnumMap<>(OutcomeStatus.class);
            for (OutcomeStatus status : OutcomeStatus.values()) {
                counts.put(status, recent.count(status));
            }
            return counts;
        }
    }

    public static ClusterAnswer of(ClusterStatus cluster, List<ClusterProblem> needs) {
        return new ClusterAnswer(
                cluster.now(),
                needs.isEmpty(),
                needs.stream().map(need -> new Need(need.words(), need.next())).toList(),
                Trigger.of(cluster.trigger(), cluster.now()),
                Workers.of(cluster.workers()),
                cluster.queues().stream().map(Queue::of).toList(),
                cluster.collector().stream().map(Unread::of).toList(),
                Executions.of(cluster.ends()));
    }
}
