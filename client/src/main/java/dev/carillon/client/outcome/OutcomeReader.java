package dev.carillon.client.outcome;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicFeed;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One reader of {@code outcomes} for all awaited keys. For a new key it seeks back to the earliest offset that its
 * outcome can have; reading records twice does no harm. While no key is awaited it reads nothing.
 */
final class OutcomeReader implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(50);

    private final Supplier<RecordLog> opening;
    private final String topic;
    private final AwaitedKeys awaited = new AwaitedKeys();
    private @Nullable RecordLog log;
    private @Nullable TopicFeed feed;
    private boolean idle;
    /** New keys for which the reader has not sought back yet; kept if a round fails. */
    private final List<ExecutionKey> uncovered = new ArrayList<>();

    OutcomeReader(Supplier<RecordLog> opening, TopicNames names) {
        this.opening = opening;
        this.topic = names.outcomes();
    }

    /** May be called from any thread; cancel the future to stop waiting. */
    CompletableFuture<Outcome> outcome(ExecutionKey key) {
        return awaited.add(key);
    }

    @Override
    public void begin() {
        log = opening.get();
        feed = log.follow(TopicPart.of(topic, log.ends(topic)));
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        RecordLog openLog = Objects.requireNonNull(log);
        TopicFeed open = Objects.requireNonNull(feed);
        uncovered.addAll(awaited.takeAdded(POLL));
        if (awaited.isEmpty()) {
            uncovered.clear();
            idle = true;
            return;
        }
        if (idle) {
            TopicPart.of(topic, openLog.ends(topic)).forEach(open::seek);
            idle = false;
        }
        if (!uncovered.isEmpty()) {
            seekBackFor(uncovered, now, openLog, open);
            uncovered.clear();
        }
        for (ReceivedRecord found : open.next(POLL)) {
            complete(found);
        }
    }

    private void seekBackFor(List<ExecutionKey> added, Instant now, RecordLog openLog, TopicFeed open) {
        Map<TopicPart, Long> positions = open.positions();
        Map<TopicPart, Long> earliest = TopicPart.of(topic, earliestOf(added, now, openLog));
        for (ExecutionKey key : added) {
            TopicPart home = new TopicPart(topic, key.home(positions.size()));
            long wanted = earliest.getOrDefault(home, 0L);
            if (wanted < positions.getOrDefault(home, 0L)) {
                open.seek(home, wanted);
            }
        }
    }

    /** No attempt starts before its execTime, so no outcome of one in the past is older than it. */
    private Map<Integer, Long> earliestOf(List<ExecutionKey> added, Instant now, RecordLog openLog) {
        Instant earliest = now;
        for (ExecutionKey key : added) {
            Instant execTime = key.execTime().instant();
            if (execTime.isAfter(now)) {
                return openLog.starts(topic); // It may have been cancelled early: its outcome can lie anywhere.
            }
            earliest = execTime.isBefore(earliest) ? execTime : earliest;
        }
        return openLog.since(topic, earliest.minus(AgreedDurations.SUBMITTER_SKEW));
    }

    private void complete(ReceivedRecord found) {
        if (!awaited.isAwaited(found.keyText()) || found.value() == null) {
            return;
        }
        try {
            awaited.complete(found.keyText(), Kind.OUTCOME.decode(found.value()));
        } catch (ContractException e) {
            // This record is the outcome, so waiting longer would not help.
            awaited.fail(found.keyText(), e);
        }
    }

    @Override
    public void end() {
        awaited.failAll(new ClientException(ClientProblem.CLOSED, "this client was closed; the execution goes on"));
        if (feed != null) {
            feed.close();
        }
        if (log != null) {
            log.close();
        }
    }
}
