package dev.carillon.trigger.dispatch.clock;

import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Compares this host's clock with the brokers', by the append times of records that are about to be committed. */
public final class KafkaClockCheck {
    private final Clock clock;
    private final Consumer<Duration> clockBehind;

    /**
     * A check of this clock.
     *
     * @param clockBehind called each time with how far the clock is behind, at least; negative if it is too far ahead
     */
    public KafkaClockCheck(Clock clock, Consumer<Duration> clockBehind) {
        this.clock = clock;
        this.clockBehind = clockBehind;
    }

    /** Throws if the records of a slice may not be committed. */
    public void check(@Nullable Instant notBefore, List<Future<RecordMetadata>> sent)
            throws ExecutionException, InterruptedException {
        if (notBefore != null) {
            for (Future<RecordMetadata> record : sent) {
                notEarly(notBefore, record.get());
            }
        }
        notBehind(sent.get(sent.size() - 1).get());
    }

    private void notEarly(Instant notBefore, RecordMetadata record) {
        if (!record.hasTimestamp()) {
            return;
        }
        Instant appended = Instant.ofEpochMilli(record.timestamp());
        if (appended.plus(AgreedDurations.CLOCK_BOUND).isBefore(notBefore)) {
            clockBehind.accept(Duration.between(notBefore, appended));
            throw new SliceFailed(
                    "the clock of this host is ahead of Kafka's: a slice up to " + notBefore + " was appended at "
                            + appended + ", more than " + AgreedDurations.CLOCK_BOUND.toSeconds()
                            + " s early. Check this host's clock and the brokers'",
                    null);
        }
    }

    private void notBehind(RecordMetadata last) {
        if (last.hasTimestamp()) {
            Duration behind = Duration.between(clock.instant(), Instant.ofEpochMilli(last.timestamp()));
            clockBehind.accept(behind.isNegative() ? Duration.ZERO : behind);
            ClockBehind.check(behind);
        }
    }
}
