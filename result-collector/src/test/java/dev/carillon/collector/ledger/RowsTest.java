package dev.carillon.collector.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RowsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    @Test
    void entriesReadBackAsTheyWereWritten() {
        Entry waiting = new Entry(Phase.RETRYING, 1001, 3, 7, NOW, NOW.minusSeconds(9), null);
        Entry running = new Entry(Phase.RUNNING, 1, 1, 0, null, null, new WorkerRef("wörker", "i\u0000nc"));
        assertThat(EntryCodec.decode(EntryCodec.encode(waiting))).isEqualTo(waiting);
        assertThat(EntryCodec.decode(EntryCodec.encode(running))).isEqualTo(running);
        assertThat(EntryCodec.encode(waiting)).hasSizeLessThan(40);
    }

    @Test
    void aDueTimeIsRoundedUpToTheMillisecond() {
        Entry entry = new Entry(Phase.PENDING, 1, 1, 0, NOW.plusNanos(1), null, null);
        assertThat(entry.due()).isEqualTo(NOW.plusMillis(1));
    }

    @Test
    void closedExecutionsAreRememberedForTheirHourAndThenForgotten() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed closed = new RecentlyClosed(table, 100);
        closed.add("a", new Closed(NOW), NOW);
        Instant almost = NOW.plus(Closed.WINDOW).minusMillis(1);
        assertThat(closed.find("a", almost)).isEqualTo(new Closed(NOW));
        assertThat(closed.find("b", almost)).isNull();
        assertThat(closed.canForget(almost)).isFalse();
        Instant later = NOW.plus(Duration.ofMinutes(90));
        assertThat(closed.forgetsNext()).isBeforeOrEqualTo(later);
        assertThat(closed.canForget(later)).isTrue();
        closed.forget(later);
        assertThat(table.size()).isZero();
        assertThat(closed.size()).isZero();
        assertThat(closed.forgetsNext()).isNull();
    }

    @Test
    void moreThanTheLimitIsNotRemembered() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed closed = new RecentlyClosed(table, 10);
        for (int i = 0; i < 25; i++) {
            closed.add("k" + i, new Closed(NOW), NOW.plus(Duration.ofMinutes(i)));
        }
        assertThat(closed.canForget(NOW)).isTrue();
        closed.forget(NOW);
        assertThat(closed.size()).isEqualTo(10);
        assertThat(table.size()).isEqualTo(10);
        assertThat(new RecentlyClosed(table, 10).size()).isEqualTo(10);
    }
}
