package dev.carillon.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.HistoryChange.Kind;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.state.ExecutionState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Clients that are slow, break, come back or are too many, and clocks that jump. */
final class StreamPressureTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HistoryFreshness freshness = new HistoryFreshness(null, -1, false, null);
    private final LiveStream stream = new LiveStream("r1", 50, () -> freshness, meters);
    private Instant now = Instant.parse("2026-11-18T06:00:00Z");

    private MemorySink join(ChangeFilter filter, @Nullable String lastEventId) {
        MemorySink sink = new MemorySink();
        assertThat(stream.join(sink, filter, lastEventId)).isTrue();
        return sink;
    }

    private MemorySink connected() {
        MemorySink sink = join(ChangeFilter.ALL, null);
        round();
        sink.take();
        return sink;
    }

    private void round() {
        now = now.plus(LiveStream.ROUND);
        stream.runOnce(now);
    }

    private HistoryChange run(String id, ExecutionState state) {
        return new HistoryChange(Kind.RUN, id, state, now);
    }

    private void change(HistoryChange... changes) {
        stream.changed(List.of(changes));
        round();
    }

    private static JsonNode json(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The ids of the changes, in the order in which they happened. */
    private static List<String> ids(List<String> events) {
        List<String> ids = new ArrayList<>();
        for (String event : events) {
            List<String> items = new ArrayList<>(json(event)
                    .path("items")
                    .valueStream()
                    .map(item -> item.path("id").asString())
                    .toList());
            Collections.reverse(items);
            ids.addAll(items);
        }
        return ids;
    }

    private double clients() {
        return meters.get("carillon.console.stream.clients").gauge().value();
    }

    @Test
    void anExecutionThatChangesAgainAfterItsEndHasEndedOnce() {
        MemorySink sink = connected();
        stream.changed(List.of(run("a", ExecutionState.RUNNING), run("a", ExecutionState.SUCCEEDED)));
        stream.changed(List.of(run("a", ExecutionState.SUCCEEDED), run("b", ExecutionState.FAILED)));
        change(run("b", ExecutionState.SUCCEEDED), new HistoryChange(Kind.LOG, "a", null, now));
        JsonNode ended = json(sink.take("changes").get(0)).path("ended");
        assertThat(ended.path("succeeded").asInt()).isEqualTo(2);
        assertThat(ended.has("failed")).as("it failed, and then it did not").isFalse();
    }

    @Test
    void aConnectionThatBreaksInAnyWayLeavesTheOthersAlone() {
        MemorySink broken = connected();
        MemorySink other = connected();
        broken.breaks();
        change(run("a", ExecutionState.QUEUED));
        change(run("b", ExecutionState.QUEUED));
        assertThat(ids(other.take("changes"))).containsExactly("a", "b");
        assertThat(broken.isClosed()).isTrue();
        assertThat(clients()).isOne();
    }

    @Test
    void anIdleConnectionGetsHeartbeatsAlsoAfterTheClockWasSetBack() {
        MemorySink sink = connected();
        now = now.minus(Duration.ofHours(1));
        round();
        assertThat(sink.take()).isEqualTo(": still here\n\n");
        round();
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void aClientThatNeverReadsAgainIsCutOffAlsoAfterTheClockWasSetBack() {
        MemorySink stuck = connected();
        stuck.stopReading();
        round();
        now = now.minus(Duration.ofHours(1));
        round();
        assertThat(stuck.isClosed()).isFalse();
        now = now.plus(StreamClient.LONGEST_BLOCKED);
        round();
        assertThat(stuck.isClosed()).isTrue();
        assertThat(clients()).isZero();
    }

    @Test
    void aClientThatReadsNowAndThenIsNeverCutOff() {
        MemorySink slow = connected();
        for (int i = 0; i < 20; i++) {
            slow.stopReading();
            now = now.plus(Duration.ofSeconds(20));
            round();
            slow.readAgain();
            round();
        }
        assertThat(slow.isClosed()).isFalse();
        assertThat(meters.get("carillon.console.stream.cutoffs").counter().count())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aClientThatReadsAtRandomGetsEveryChangeOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        MemorySink sink = connected();
        List<String> expected = new ArrayList<>();
        List<String> got = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            for (int n = random.nextInt(3); n > 0; n--) {
                String id = "run-" + i + "-" + n;
                stream.changed(List.of(run(id, ExecutionState.QUEUED)));
                expected.add(id);
            }
            sink.readOnly(random.nextInt(3));
            round();
            got.addAll(ids(sink.take("changes")));
        }
        sink.readOnly(1_000);
        for (int i = 0; i < 20; i++) {
            round();
            String text = sink.take();
            assertThat(text).doesNotContain("event: lost");
            got.addAll(ids(List.of(text.split("\n\n", -1)).stream()
                    .filter(block -> block.contains("event: changes\n"))
                    .map(block -> block.substring(block.indexOf("data: ") + 6))
                    .toList()));
        }
        assertThat(got).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aClientThatReconnectsAtRandomGetsEveryChangeOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        MemorySink sink = connected();
        String last = "r1-0";
        List<String> expected = new ArrayList<>();
        List<String> got = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            expected.add("run-" + i);
            change(run("run-" + i, ExecutionState.QUEUED));
            String text = sink.take();
            for (String block : text.split("\n\n", -1)) {
                if (block.startsWith("id: ") && block.contains("event: changes")) {
                    last = block.substring(4, block.indexOf('\n'));
                    got.addAll(ids(List.of(block.substring(block.indexOf("data: ") + 6))));
                }
            }
            if (random.nextInt(5) == 0) {
                sink.leave();
                for (int away = random.nextInt(4); away > 0; away--) {
                    expected.add("away-" + i + "-" + away);
                    change(run("away-" + i + "-" + away, ExecutionState.QUEUED));
                }
                sink = join(ChangeFilter.ALL, last);
            }
        }
        round();
        got.addAll(ids(sink.take("changes")));
        assertThat(got).isEqualTo(expected);
    }

    @Test
    void aLongBacklogComesInPartsAndDelaysNoOther() {
        MemorySink other = connected();
        for (int i = 0; i < 50; i++) {
            change(run("run-" + i, ExecutionState.QUEUED));
        }
        other.take();
        MemorySink late = join(ChangeFilter.ALL, "r1-0");
        List<String> got = new ArrayList<>();
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            round();
            List<String> part = ids(late.take("changes"));
            parts.add(part.size());
            got.addAll(part);
        }
        assertThat(parts).containsExactly(20, 20, 10, 0);
        assertThat(got).hasSize(50).first().isEqualTo("run-0");
    }

    @Test
    void aClientThatWasBlockedThroughAFloodIsToldThatItLostChangesAndGoesOn() {
        MemorySink slow = connected();
        slow.stopReading();
        for (int i = 0; i < RecentChanges.MOST_CHANGES / 5_000 + 2; i++) {
            int batch = i;
            stream.changed(IntStream.range(0, 5_000)
                    .mapToObj(n -> run("run-" + batch + "-" + n, ExecutionState.SUCCEEDED))
                    .toList());
            round();
        }
        slow.readAgain();
        round();
        String text = slow.take();
        assertThat(text).contains("event: lost\ndata: {}\n\n").doesNotContain("event: changes");
        change(run("next", ExecutionState.QUEUED));
        assertThat(ids(slow.take("changes"))).containsExactly("next");
    }

    @ParameterizedTest
    @CsvSource({
        "report, report, true",
        "report, report:2026-11-18T06:00:00Z, true",
        "report, report:2026-11-18T06:00:00Z/7, true",
        "report, report-2, false",
        "report, report-2:2026-11-18T06:00:00Z, false",
        "report, repor, false",
        "report:2026-11-18T06:00:00Z, report:2026-11-18T06:00:00Z/7, true",
        "report:2026-11-18T06:00:00Z, report:2026-11-18T06:00:00Z~abcdefgh, false",
        "report:2026-11-18T06:00:00Z, report:2026-11-18T06:00:00Z/17/1, true",
        "report:2026-11-18T06:00:00Z/1, report:2026-11-18T06:00:00Z/17, false",
        "report:2026-11-18T06:00:00Z/1, report:2026-11-18T06:00:00Z, false",
        "Report, report, false"
    })
    void aFilterCoversItsOwnChangesAndThoseOfItsParts(String wanted, String id, boolean covered) {
        assertThat(new ChangeFilter(Set.of(), wanted).covers(run(id, ExecutionState.QUEUED)))
                .isEqualTo(covered);
        assertThat(new ChangeFilter(Set.of(Kind.WORKER), wanted).covers(run(id, ExecutionState.QUEUED)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "r1",
                "r1-",
                "-1",
                "r1--1",
                "R1-1",
                "r1-1 ",
                "r1-1\n",
                "r1-१",
                "r1-9999999999999999999",
                "aaaaaaaaaaaaaaaaaaaaa-1",
                "r1-1-1"
            })
    void aTextThatIsNoPositionMeansThatChangesWereLost(String text) {
        change(run("a", ExecutionState.QUEUED));
        change(run("b", ExecutionState.QUEUED));
        MemorySink sink = join(ChangeFilter.ALL, text);
        round();
        assertThat(sink.take("lost")).hasSize(1);
    }

    @Test
    void theLargestPositionThatCanBeReadIsOfNoBatch() {
        MemorySink sink = join(ChangeFilter.ALL, "r1-999999999999999999");
        round();
        assertThat(sink.take("lost")).hasSize(1);
    }

    @Test
    void eventsStayOnTheirLinesWhateverNamesContain() {
        MemorySink sink = connected();
        String id = "a\r\nevent: lost\r\n\u2028\u0085\u0000\"\\\uD83D\uDE00";
        change(run(id, ExecutionState.QUEUED));
        String text = sink.take();
        assertThat(text.lines().toList()).hasSize(4);
        assertThat(text).doesNotContain("\r");
        assertThat(json(text.substring(text.indexOf('{'))).at("/items/0/id").asString())
                .isEqualTo(id);
    }

    @Test
    void onlyTheNewestFreshnessIsSentToAClientThatWasNotReading() {
        MemorySink sink = connected();
        sink.stopReading();
        for (int behind = 9; behind > 0; behind--) {
            freshness = new HistoryFreshness(null, behind, false, null);
            stream.freshness().runOnce(now);
            round();
        }
        sink.readAgain();
        round();
        assertThat(sink.take("freshness")).singleElement().satisfies(event -> {
            assertThat(json(event).path("behind").asInt()).isOne();
            assertThat(json(event).has("newest")).isFalse();
        });
    }

    @Test
    void howFarBehindIsLeftOutUntilItIsKnown() {
        MemorySink sink = connected();
        stream.freshness().runOnce(now);
        round();
        assertThat(json(sink.take("freshness").get(0)).has("behind")).isFalse();
    }

    @Test
    void ofManyThatJoinAtOnceAsManyAsAllowedAreConnected() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> joins = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            joins.add(threads.submit(() -> {
                start.await();
                int joined = 0;
                for (int i = 0; i < 40; i++) {
                    joined += stream.join(new MemorySink(), ChangeFilter.ALL, null) ? 1 : 0;
                }
                return joined;
            }));
        }
        start.countDown();
        int joined = 0;
        for (Future<Integer> one : joins) {
            joined += one.get();
        }
        threads.shutdown();
        assertThat(joined).isEqualTo(50);
        assertThat(clients()).isEqualTo(50);
        stream.end();
        assertThat(clients()).isZero();
        assertThat(stream.join(new MemorySink(), ChangeFilter.ALL, null)).isTrue();
    }
}
