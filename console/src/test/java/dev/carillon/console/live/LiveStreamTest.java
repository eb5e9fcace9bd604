package dev.carillon.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.Change.Kind;
import dev.carillon.console.history.Freshness;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.state.ExecutionState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class LiveStreamTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LiveStream stream = new LiveStream("r1", 3, this::freshness, meters);
    private @Nullable Instant gone;
    private int asked;
    private Instant now = Instant.parse("2026-11-18T06:00:00Z");

    private Freshness freshness() {
        asked++;
        return new Freshness(null, 0, true, gone);
    }

    private MemorySink joined(@Nullable String lastEventId) {
        return joined(Interest.ALL, lastEventId);
    }

    private MemorySink joined(Interest interest, @Nullable String lastEventId) {
        MemorySink sink = new MemorySink();
        assertThat(stream.join(sink, interest, lastEventId)).isTrue();
        return sink;
    }

    private MemorySink greeted() {
        MemorySink sink = joined(null);
        round();
        sink.take();
        return sink;
    }

    private void round() {
        now = now.plus(LiveStream.ROUND);
        stream.runOnce(now);
    }

    private Change run(String id, ExecutionState state) {
        return new Change(Kind.RUN, id, state, now);
    }

    private void tell(Change... changes) {
        stream.changed(List.of(changes));
        round();
    }

    private void tellRuns(int count, String name) {
        stream.changed(IntStream.range(0, count)
                .mapToObj(i -> run(name + i, ExecutionState.SUCCEEDED))
                .toList());
        round();
    }

    private static JsonNode json(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> ids(JsonNode changes) {
        return changes.path("items")
                .valueStream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    @Test
    void aClientHearsWhereItIsAndThenWhatChanges() {
        tell(run("before", ExecutionState.QUEUED));
        MemorySink sink = joined(null);
        round();
        assertThat(sink.take()).isEqualTo("retry: 1000\nid: r1-1\n\n");
        tell(run("a:2026-11-18T06:00:00Z", ExecutionState.SUCCEEDED), new Change(Kind.DEAD_LETTER, "d@1", null, now));
        String text = sink.take();
        assertThat(text).startsWith("id: r1-2\nevent: changes\ndata: {").endsWith("}\n\n");
        JsonNode data = json(text.substring(text.indexOf('{')));
        assertThat(data.at("/items/0/kind").asString()).isEqualTo("dead-letter");
        assertThat(data.at("/items/1/kind").asString()).isEqualTo("run");
        assertThat(data.at("/items/1/id").asString()).isEqualTo("a:2026-11-18T06:00:00Z");
        assertThat(data.at("/items/1/state").asString()).isEqualTo("SUCCEEDED");
        assertThat(data.at("/ended/succeeded").asInt()).isEqualTo(1);
        assertThat(data.at("/unnamed").asInt()).isZero();
    }

    @Test
    void aRoundWithoutChangesSaysNothing() {
        MemorySink sink = greeted();
        round();
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void silenceIsBrokenByAHeartbeat() {
        MemorySink sink = greeted();
        now = now.plus(Follower.HEARTBEAT);
        round();
        assertThat(sink.take()).isEqualTo(": still here\n\n");
    }

    @Test
    void whoComesBackGetsWhatItMissed() {
        MemorySink first = joined(null);
        tell(run("a", ExecutionState.QUEUED));
        first.leave();
        tell(run("b", ExecutionState.QUEUED));
        tell(run("c", ExecutionState.QUEUED));
        MemorySink again = joined("r1-1");
        round();
        assertThat(again.take())
                .startsWith("retry: 1000\nid: r1-1\n\n")
                .contains("\"b\"", "\"c\"")
                .doesNotContain("lost");
        tell(run("d", ExecutionState.QUEUED));
        assertThat(again.take()).contains("id: r1-4", "\"d\"").doesNotContain("\"c\"");
    }

    @Test
    void whoWasAwayForTooLongIsToldThatItLostSomething() {
        for (int i = 0; i < Tail.MOST_NEWS + 2; i++) {
            tell(run("a" + i, ExecutionState.QUEUED));
        }
        MemorySink late = joined("r1-1");
        tell(run("b", ExecutionState.QUEUED));
        assertThat(late.take()).contains("event: lost\ndata: {}\n\n").doesNotContain("changes");
        round();
        assertThat(late.take()).contains("\"b\"");
    }

    @Test
    void whatIsKeptIsBoundedByTheNumberOfChangesToo() {
        int rounds = Tail.MOST_CHANGES / 4_000 + 1;
        for (int i = 0; i < rounds; i++) {
            tellRuns(4_000, "a" + i + "-");
        }
        MemorySink late = joined("r1-0");
        round();
        assertThat(late.take("lost")).hasSize(1);
        MemorySink kept = joined("r1-1");
        round();
        assertThat(kept.take("changes")).hasSize(rounds - 1);
    }

    @Test
    void aPositionOfAnotherRunOfTheFutureOrOfNobodyHasLostSomething() {
        tell(run("a", ExecutionState.QUEUED));
        List.of("r0-1", "r1-2", "nonsense").forEach(position -> {
            MemorySink sink = joined(position);
            round();
            assertThat(sink.take("lost")).as(position).hasSize(1);
        });
    }

    @Test
    void aFloodBecomesOneEventWithSomeNamesAndNumbersForAll() {
        MemorySink sink = greeted();
        stream.changed(List.of(run("bad", ExecutionState.FAILED)));
        tellRuns(2_000, "k");
        String text = sink.take();
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(16 * 1024);
        JsonNode data = json(text.substring(text.indexOf('{')));
        assertThat(ids(data)).hasSize(News.NAMED + 1).contains("bad", "k1999");
        assertThat(data.at("/ended/succeeded").asInt()).isEqualTo(2_000);
        assertThat(data.at("/ended/failed").asInt()).isEqualTo(1);
        assertThat(data.at("/unnamed").asInt()).isEqualTo(2_000 - News.NAMED);
    }

    @Test
    void ofARunThatChangesTwiceTheLastStateIsTold() {
        MemorySink sink = greeted();
        tell(run("a", ExecutionState.RETRYING), run("b", ExecutionState.QUEUED), run("a", ExecutionState.SUCCEEDED));
        JsonNode data = json(sink.take("changes").get(0));
        assertThat(ids(data)).containsExactly("a", "b");
        assertThat(data.at("/items/0/state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void whoIsInterestedInOneScheduleHearsOfItAndItsExecutions() {
        MemorySink sink = joined(new Interest(Set.of(), "report"), null);
        tell(
                new Change(Kind.SCHEDULE, "report", null, now),
                run("report:2026-11-18T06:00:00Z", ExecutionState.QUEUED),
                run("report-2:2026-11-18T06:00:00Z", ExecutionState.QUEUED),
                new Change(Kind.SCHEDULE, "repo", null, now));
        assertThat(ids(json(sink.take("changes").get(0))))
                .containsExactlyInAnyOrder("report", "report:2026-11-18T06:00:00Z");
        tell(run("other:2026-11-18T06:00:00Z", ExecutionState.QUEUED));
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void aSingleExecutionIsHeardOfInAFloodOfOthers() {
        MemorySink sink = joined(new Interest(Set.of(Kind.RUN), "k7"), null);
        tellRuns(2_000, "k");
        JsonNode data = json(sink.take("changes").get(0));
        assertThat(ids(data)).containsExactly("k7");
        assertThat(data.at("/unnamed").asInt()).isZero();
    }

    @Test
    void whatCouldNotBeHeldMayHaveBeenOfInterest() {
        MemorySink picky = joined(new Interest(Set.of(Kind.RUN), "late"), null);
        MemorySink any = joined(null);
        tellRuns(Gathering.MOST + 500, "k");
        assertThat(picky.take("lost")).hasSize(1);
        assertThat(json(any.take("changes").get(0)).at("/unnamed").asInt())
                .isEqualTo(Gathering.MOST + 500 - News.NAMED);
        round();
        assertThat(picky.take()).isEmpty();
    }

    @Test
    void whoIsInterestedInAKindHearsOfThatAlone() {
        MemorySink sink = joined(new Interest(Set.of(Kind.WORKER), null), null);
        tell(run("a", ExecutionState.QUEUED), new Change(Kind.WORKER, "w1", null, now));
        assertThat(ids(json(sink.take("changes").get(0)))).containsExactly("w1");
    }

    @Test
    void aClientThatDoesNotReadHoldsUpNobodyAndGoesOnWhereItWas() {
        MemorySink slow = greeted();
        MemorySink other = greeted();
        slow.stopReading();
        tell(run("a", ExecutionState.QUEUED));
        tell(run("b", ExecutionState.QUEUED));
        assertThat(other.take()).contains("\"a\"", "\"b\"");
        assertThat(slow.take()).isEmpty();
        slow.readAgain();
        round();
        assertThat(slow.take()).contains("\"a\"", "\"b\"").doesNotContain("lost");
    }

    @Test
    void aClientThatNeverReadsAgainIsCutOff() {
        MemorySink stuck = greeted();
        stuck.stopReading();
        round();
        now = now.plus(Follower.STUCK).minus(Duration.ofSeconds(1));
        round();
        assertThat(stuck.isClosed()).isFalse();
        now = now.plus(Duration.ofSeconds(1));
        round();
        assertThat(stuck.isClosed()).isTrue();
        assertThat(meters.get("carillon.console.stream.cutoffs").counter().count())
                .isEqualTo(1);
    }

    @Test
    void thereAreNoMoreClientsThanMayBeAndPlacesBecomeFree() {
        MemorySink first = joined(null);
        joined(null);
        joined(null);
        assertThat(stream.join(new MemorySink(), Interest.ALL, null)).isFalse();
        first.leave();
        round();
        assertThat(stream.join(new MemorySink(), Interest.ALL, null)).isTrue();
        assertThat(meters.get("carillon.console.stream.clients").gauge().value())
                .isEqualTo(3);
    }

    @Test
    void howFreshAllIsIsToldInEachOfItsRounds() {
        MemorySink sink = joined(null);
        stream.freshness().runOnce(now);
        round();
        assertThat(json(sink.take("freshness").get(0)).path("caughtUp").asBoolean())
                .isTrue();
        round();
        assertThat(sink.take("freshness")).isEmpty();
        gone = now;
        stream.freshness().runOnce(now);
        round();
        assertThat(json(sink.take("freshness").get(0)).path("kafkaGone").asString())
                .isEqualTo(String.valueOf(gone));
    }

    @Test
    void theHistoryIsNotAskedWhileNobodyListens() {
        stream.freshness().runOnce(now);
        assertThat(asked).isZero();
    }

    @Test
    void atTheEndEveryConnectionIsClosed() {
        MemorySink told = greeted();
        MemorySink waiting = joined(null);
        stream.end();
        assertThat(List.of(told.isClosed(), waiting.isClosed())).containsExactly(true, true);
        assertThat(meters.get("carillon.console.stream.clients").gauge().value())
                .isZero();
    }

    @Test
    void namesOfAnyKindStayOnTheLineOfTheirEvent() {
        MemorySink sink = greeted();
        tell(run("<script>\n\nevent: lost\ndata: x", ExecutionState.FAILED));
        assertThat(sink.take().split("\n\n", -1)).hasSize(2);
    }
}
