package dev.carillon.client;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
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
 * One reader of {@code outcomes} for all who wait. A key whose outcome may lie behind the reader already makes it go back
 * to where that outcome could be at the earliest; what is read twice does no harm. While nobody waits it reads nothing.
 */
final class OutcomeReader implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(50);
    /** Clocks of the submitter and of the brokers may differ by this much. */
    private static final Duration BETWEEN_CLOCKS = Duration.ofMinutes(1);

    private final Supplier<RecordLog> opening;
    private final String topic;
    private final AwaitedKeys awaited = new AwaitedKeys();
    private @Nullable RecordLog log;
    private @Nullable Feed feed;
    private boolean idle;
    /** Keys for which the reader has yet to go back; kept until it has, whatever fails in between. */
    private final List<ExecutionKey> uncovered = new ArrayList<>();

    OutcomeReader(Supplier<RecordLog> opening, TopicNames names) {
        this.opening = opening;
        this.topic = names.outcomes();
    }

    /** From any thread; cancel it to wait no longer. */
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
        Feed open = Objects.requireNonNull(feed);
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
            goBackFor(uncovered, now, openLog, open);
            uncovered.clear();
        }
        for (StoredRecord found : open.next(POLL)) {
            tell(found);
        }
    }

    private void goBackFor(List<ExecutionKey> added, Instant now, RecordLog openLog, Feed open) {
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
                return openLog.starts(topic); // Cancelled early, perhaps: its outcome can lie anywhere.
            }
            earliest = execTime.isBefore(earliest) ? execTime : earliest;
        }
        return openLog.since(topic, earliest.minus(BETWEEN_CLOCKS));
    }

    private void tell(StoredRecord found) {
        if (!awaited.isAwaited(found.keyText()) || found.value() == null) {
            return;
        }
        try {
            awaited.complete(found.keyText(), Kind.OUTCOME.decode(found.value()));
        } catch (ContractException e) {
            // Whoever waits learns it: this is the outcome, and it can't be read.
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
