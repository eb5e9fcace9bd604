package dev.carillon.console.cluster;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Caches the trigger's markers and the calendars. A request reads the new records and waits 1 s for them at most; while
 * Kafka is slow or away, it gets what was read before.
 */
public final class TriggerNotes {
    /** Requests within this time share one read. */
    static final Duration FRESH = Duration.ofMillis(500);

    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    /** Longer, as the first request has no older state to fall back on. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

    private final KafkaSession session;
    private final TriggerMemory memory;
    private final Clock clock;
    private @Nullable CompletableFuture<Instant> look;
    private Instant looked = Instant.MIN;
    private volatile boolean seen;

    public TriggerNotes(KafkaSession session, TopicNames names, Clock clock) {
        this.session = session;
        this.memory = new TriggerMemory(names);
        this.clock = clock;
    }

    /** The markers and calendars, as far as they are read. */
    public TriggerMemory memory() {
        CompletableFuture<Instant> looking = look();
        if (looking != null) {
            try {
                var unused = looking.get((seen ? A_MOMENT : FIRST_LOOK).toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // Safe: the state read before is used, and the next request reads again.
                return memory;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return memory;
    }

    /** The running read, shared by all requests; null while the last one is fresh or none can start. */
    private synchronized @Nullable CompletableFuture<Instant> look() {
        if (look != null && !look.isDone()) {
            return look;
        }
        Instant now = clock.instant();
        if (now.isBefore(looked.plus(FRESH)) && !now.isBefore(looked)) {
            return null;
        }
        looked = now;
        try {
            look = session.start(log -> {
                memory.readOn(log);
                seen = true;
                return now;
            });
        } catch (CodedException | ClientException | ConsoleException e) {
            // Safe: Kafka is away or the session is busy, which the page shows elsewhere.
            return null;
        }
        return look;
    }
}
