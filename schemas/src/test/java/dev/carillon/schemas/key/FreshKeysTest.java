package dev.carillon.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FreshKeysTest {
    private static final Instant SECOND = Instant.parse("2026-11-18T06:00:00Z");
    private static final String MARK = "[a-z2-7]{8}";

    @Test
    void manyThreadsGetDifferentInstantsThatAreNeverWholeSeconds() throws Exception {
        FreshKeys fresh = new FreshKeys(Clock.fixed(SECOND.minusNanos(10_000), ZoneOffset.UTC));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<List<Instant>>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(threads.submit(() -> {
                List<Instant> mine = new ArrayList<>();
                for (int n = 0; n < 10_000; n++) {
                    mine.add(fresh.nextTime().instant());
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
        FreshKeys fresh = new FreshKeys(new Clock() {
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
        List<Instant> instants = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            instants.add(fresh.nextTime().instant());
        }
        assertThat(instants)
                .containsExactly(
                        SECOND.plusNanos(1),
                        SECOND.plusNanos(2),
                        SECOND.plusNanos(3),
                        SECOND.plusMillis(5),
                        SECOND.plusSeconds(1).plusNanos(1));
    }

    @Test
    void clientsWithEqualClocksNeverMakeTheSameKey() {
        Clock standing = Clock.fixed(SECOND, ZoneOffset.UTC);
        Set<ExecutionKey> keys = new HashSet<>();
        for (int client = 0; client < 100; client++) {
            FreshKeys fresh = new FreshKeys(standing);
            for (int n = 0; n < 100; n++) {
                ExecutionKey key = fresh.next("charge");
                assertThat(key.execTime().mark()).matches(MARK);
                assertThat(key.execTime().isFresh()).isTrue();
                assertThat(ExecutionKey.parse(key.toString())).isEqualTo(key);
                keys.add(key);
            }
        }
        assertThat(keys).hasSize(10_000);
    }

    @Test
    void allKeysOfOneClientHaveOneMark() {
        FreshKeys fresh = new FreshKeys(Clock.fixed(SECOND, ZoneOffset.UTC), new Random(7));
        FreshKeys same = new FreshKeys(Clock.fixed(SECOND, ZoneOffset.UTC), new Random(7));
        String mark = fresh.nextTime().mark();
        assertThat(fresh.next("another").execTime().mark()).isEqualTo(mark);
        assertThat(same.nextTime().mark()).isEqualTo(mark);
    }

    @Test
    void differentNumbersHaveDifferentMarksAsLongAsTheyHaveFortyBits() {
        Set<String> marks = new HashSet<>();
        for (long number = 0; number < 100_000; number++) {
            marks.add(ClientMark.ofNumber(number));
        }
        assertThat(marks).hasSize(100_000).allMatch(mark -> mark.matches(MARK));
        assertThat(ClientMark.ofNumber(0)).isEqualTo("aaaaaaaa");
        assertThat(ClientMark.ofNumber((1L << 40) - 1)).isEqualTo("77777777");
        assertThat(ClientMark.ofNumber(-1)).isEqualTo("77777777");
    }
}
