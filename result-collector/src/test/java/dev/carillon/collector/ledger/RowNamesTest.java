package dev.carillon.collector.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RowNamesTest {
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

    private static ExecutionKey key(int n) {
        return ExecutionKey.of("k" + n, NOW);
    }

    @Test
    void closedExecutionsAreRememberedForTheirHourAndThenForgotten() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed closed = new RecentlyClosed(table, 100);
        closed.add(key(1), new ClosedExecution(NOW), NOW);
        assertThat(closed.find(key(1))).isEqualTo(new ClosedExecution(NOW));
        assertThat(closed.find(key(2))).isNull();
        assertThat(closed.canForget(NOW.plus(ClosedExecution.WINDOW).minusMillis(1)))
                .isFalse();
        Instant later = NOW.plus(Duration.ofMinutes(90));
        assertThat(closed.forgetsNext()).isBeforeOrEqualTo(later);
        assertThat(closed.canForget(later)).isTrue();
        closed.forget(later);
        assertThat(table.size()).isZero();
        assertThat(closed.size()).isZero();
        assertThat(closed.forgetsNext()).isNull();
        assertThat(closed.find(key(1))).isNull();
    }

    @Test
    void closedExecutionsAreKnownAgainAfterARestart() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed before = new RecentlyClosed(table, 1_000);
        int count = 3 * RecentlyClosed.IN_A_ROW + 5;
        for (int i = 0; i < count; i++) {
            before.add(key(i), new ClosedExecution(NOW.plusSeconds(i)), NOW.plusSeconds(i));
        }
        assertThat(table.size()).isEqualTo(4);
        RecentlyClosed after = new RecentlyClosed(table, 1_000);
        after.add(key(count), new ClosedExecution(NOW), NOW.plusSeconds(count));
        assertThat(after.size()).isEqualTo(count + 1);
        for (int i = 0; i < count; i++) {
            assertThat(after.find(key(i))).isEqualTo(new ClosedExecution(NOW.plusSeconds(i)));
        }
        assertThat(new RecentlyClosed(table, 1_000).size()).isEqualTo(count + 1);
    }

    @Test
    void aBurstBetweenTwoLooksLeavesNoRowsWhoseKeysAreForgotten() {
        MemoryTable table = new MemoryTable();
        int limit = 2 * RecentlyClosed.IN_A_ROW;
        RecentlyClosed closed = new RecentlyClosed(table, limit);
        for (int i = 0; i < 1_000; i++) {
            closed.add(key(i), new ClosedExecution(NOW), NOW);
        }
        assertThat(table.size()).isLessThanOrEqualTo(4);
        Instant later = NOW.plus(Duration.ofHours(1));
        closed.add(key(5_000), new ClosedExecution(later), later);
        closed.forget(NOW.plus(RecentlyClosed.KEPT));
        assertThat(closed.find(key(5_000))).isNotNull();
        assertThat(new RecentlyClosed(table, limit).find(key(5_000))).isNotNull();
    }

    @Test
    void rowsOfBeforeThereWereHashesAreDropped() {
        MemoryTable table = new MemoryTable();
        table.put(RowNames.numbered(RowNames.CLOSED, NOW.toEpochMilli(), "job:2026-11-18T06:00:00Z"), new byte[8]);
        assertThat(new RecentlyClosed(table, 100).size()).isZero();
        assertThat(table.size()).isZero();
    }

    @Test
    void moreRowsThanTheLimitAllowsAreDroppedAtTheStart() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed large = new RecentlyClosed(table, 1_000);
        for (int i = 0; i < 320; i++) {
            large.add(key(i), new ClosedExecution(NOW), NOW);
        }
        RecentlyClosed small = new RecentlyClosed(table, RecentlyClosed.IN_A_ROW);
        assertThat(small.find(key(319))).isNotNull();
        assertThat(small.find(key(0))).isNull();
        assertThat(table.size()).isLessThanOrEqualTo(2);
    }

    @Test
    void theOldestRowsAboveTheLimitAreForgotten() {
        MemoryTable table = new MemoryTable();
        RecentlyClosed closed = new RecentlyClosed(table, RecentlyClosed.IN_A_ROW);
        int count = 5 * RecentlyClosed.IN_A_ROW;
        for (int i = 0; i < count; i++) {
            closed.add(key(i), new ClosedExecution(NOW), NOW);
            if (closed.canForget(NOW)) {
                closed.forget(NOW);
            }
        }
        assertThat(closed.size()).isLessThanOrEqualTo(RecentlyClosed.IN_A_ROW);
        assertThat(table.size()).isEqualTo(1);
        assertThat(closed.find(key(0))).isNull();
        assertThat(closed.find(key(count - 1))).isNotNull();
        assertThat(new RecentlyClosed(table, RecentlyClosed.IN_A_ROW).size()).isEqualTo(closed.size());
    }
}
