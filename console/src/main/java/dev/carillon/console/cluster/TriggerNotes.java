package dev.carillon.console.cluster;

import dev.carillon.client.ClientException;
import dev.carillon.client.TriggerMemory;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.topics.TopicDesk;
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
 * What the trigger remembers of schedules, and the calendars. They are read on when somebody asks, and nobody waits for that
 * longer than a moment: while Kafka is slow or away, what was seen before is told.
 */
public final class TriggerNotes {
    /** Whoever asks within this time is told what others were. */
    static final Duration FRESH = Duration.ofMillis(500);

    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    /** Who asks first has nothing older to be told. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

    private final TopicDesk desk;
    private final TriggerMemory memory;
    private final Clock clock;
    private @Nullable CompletableFuture<Instant> look;
    private Instant looked = Instant.MIN;
    private volatile boolean seen;

    public TriggerNotes(TopicDesk desk, TopicNames names, Clock clock) {
        this.desk = desk;
        this.memory = new TriggerMemory(names);
        this.clock = clock;
    }

    /** As far as it is known now. */
    public TriggerMemory memory() {
        CompletableFuture<Instant> looking = look();
        if (looking != null) {
            try {
                var unused = looking.get((seen ? A_MOMENT : FIRST_LOOK).toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // Safe: what was seen before is told, and the next who asks looks again.
                return memory;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return memory;
    }

    /** One look at a time, for all who ask meanwhile; null while the last one is fresh, or none can be had. */
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
            look = desk.start(log -> {
                memory.readOn(log);
                seen = true;
                return now;
            });
        } catch (CodedException | ClientException | ConsoleException e) {
            // Safe: Kafka is away or everybody asks, which the page says itself.
            return null;
        }
        return look;
    }
}
