package dev.carillon.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FreshInstantsTest {
    private static final Instant SECOND = Instant.parse("2026-11-18T06:00:00Z");

    @Test
    void manyThreadsGetDifferentInstantsThatAreNeverWholeSeconds() throws Exception {
        FreshInstants fresh = new FreshInstants(Clock.fixed(SECOND.minusNanos(10_000), ZoneOffset.UTC));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<List<Instant>>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(threads.submit(() -> {
                List<Instant> mine = new ArrayList<>();
                for (int n = 0; n < 10_000; n++) {
                    mine.add(fresh.next());
                }
                return mine;
            }));
        }
        Set<Instant> seen = new HashSet<>();
        for (Future<List<Instant>> one : all) {
            List<Instant> mine = one.get(30, TimeUnit.SECONDS);
            assertThat(mine).isSorted().allMatch(instant -> instant.getNano() != 0);
            seen.addAll(mine);
        }
        threads.shutdownNow();
        assertThat(seen).hasSize(40_000);
    }

    @Test
    void aClockSteppedBackOrStandingOnASecondChangesNothing() {
        List<Instant> clock = new ArrayList<>(
                List.of(SECOND, SECOND, SECOND.minusSeconds(3_600), SECOND.plusMillis(5), SECOND.plusSeconds(1)));
        FreshInstants fresh = new FreshInstants(new Clock() {
            @Override
            public Instant instant() {
                return clock.remove(0);
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        });
        assertThat(List.of(fresh.next(), fresh.next(), fresh.next(), fresh.next(), fresh.next()))
                .containsExactly(
                        SECOND.plusNanos(1),
                        SECOND.plusNanos(2),
                        SECOND.plusNanos(3),
                        SECOND.plusMillis(5),
                        SECOND.plusSeconds(1).plusNanos(1));
    }
}
