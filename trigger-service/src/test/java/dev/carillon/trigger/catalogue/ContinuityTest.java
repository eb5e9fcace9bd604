package dev.carillon.trigger.catalogue;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ContinuityTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final Continuity continuity = new Continuity();

    @Test
    void whoWasAsleepWhileOthersLedForADayHasToStartAnew() {
        continuity.reads(record(1_000, START));
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> continuity.reads(record(9_000, later)))
                .isInstanceOf(Continuity.Interrupted.class)
                .hasMessageContaining("from 2026-11-18T06:00:00Z to 2026-11-19T06:00:00Z");
    }

    @Test
    void whoWasCutOffAndWentOnAskingHasToStartAnewToo() {
        continuity.reads(record(1_000, START));
        continuity.hasRead(START.plusSeconds(1));
        continuity.hasRead(START.plus(Duration.ofHours(20)));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> continuity.reads(record(9_000, later))).isInstanceOf(Continuity.Interrupted.class);
    }

    @Test
    void aClusterThatWasAsleepAsAWholeGoesOn() {
        continuity.reads(record(1_000, START));
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofDays(3));
        assertThatCode(() -> continuity.reads(record(1_002, later))).doesNotThrowAnyException();
    }

    @Test
    void holesThatCompactionHasLeftBeforeTheStartMeanNothing() {
        continuity.reads(record(10, START.minus(Duration.ofDays(5))));
        continuity.hasRead(START);
        continuity.reads(record(5_000, START.minus(Duration.ofDays(2))));

        assertThatCode(() -> continuity.reads(record(9_000, START))).doesNotThrowAnyException();
    }

    @Test
    void anHourWithoutNewsIsNoHole() {
        continuity.reads(record(1_000, START));
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(1));
        assertThatCode(() -> continuity.reads(record(2_000, later))).doesNotThrowAnyException();
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, Instant appended) {
        return new ConsumerRecord<>(
                "carillon.trigger-state",
                0,
                offset,
                appended.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty());
    }
}
