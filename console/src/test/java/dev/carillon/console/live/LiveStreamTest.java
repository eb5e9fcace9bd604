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

    private HistoryFreshness freshness() {
        asked++;
        return new HistoryFreshness(null, 0, true, gone);
    }

    private MemorySink joined(@Nullable String lastEventId) {
        return joined(ChangeFilter.ALL, lastEventId);
    }

    private MemorySink joined(ChangeFilter filter, @Nullable String lastEventId) {
        MemorySink sink = new MemorySink();
        assertThat(stream.join(sink, filter, lastEventId)).isTrue();
        return sink;
    }

    private MemorySink connected() {
        MemorySink sink = joined(null);
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

    private void changeRuns(int count, String name) {
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
    void aClientGetsItsPositionAndThenChanges() {
        change(run("before", ExecutionState.QUEUED));
        MemorySink sink = joined(null);
        round();
        assertThat(sink.take()).isEqualTo("retry: 1000\nid: r1-1\n\n");
        change(
                run("a:2026-11-18T06:00:00Z", ExecutionState.SUCCEEDED),
                new HistoryChange(Kind.DEAD_LETTER, "d@1", null, now));
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
    void aRoundWithoutChangesSendsNothing() {
        MemorySink sink = connected();
        round();
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void anIdleConnectionGetsHeartbeats() {
        MemorySink sink = connected();
        now = now.plus(StreamClient.HEARTBEAT);
        round();
        assertThat(sink.take()).isEqualTo(": still here\n\n");
    }

    @Test
    void aReconnectingClientGetsWhatItMissed() {
        MemorySink first = joined(null);
        change(run("a", ExecutionState.QUEUED));
        first.leave();
        change(run("b", ExecutionState.QUEUED));
        change(run("c", ExecutionState.QUEUED));
        MemorySink again = joined("r1-1");
        round();
        assertThat(again.take())
                .startsWith("retry: 1000\nid: r1-1\n\n")
                .contains("\"b\"", "\"c\"")
                .doesNotContain("lost");
        change(run("d", ExecutionState.QUEUED));
        assertThat(again.take()).contains("id: r1-4", "\"d\"").doesNotContain("\"c\"");
    }

    @Test
    void aClientThatWasDisconnectedTooLongGetsLost() {
        for (int i = 0; i < RecentChanges.MOST_BATCHES + 2; i++) {
            change(run("a" + i, ExecutionState.QUEUED));
        }
        MemorySink late = joined("r1-1");
        change(run("b", ExecutionState.QUEUED));
        assertThat(late.take()).contains("event: lost\ndata: {}\n\n").doesNotContain("changes");
        round();
        assertThat(late.take()).contains("\"b\"");
    }

    @Test
    void whatIsKeptIsBoundedByTheNumberOfChangesToo() {
        int rounds = RecentChanges.MOST_CHANGES / 4_000 + 1;
        for (int i = 0; i < rounds; i++) {
            changeRuns(4_000, "a" + i + "-");
        }
        MemorySink late = joined("r1-0");
        round();
        assertThat(late.take("lost")).hasSize(1);
        MemorySink kept = joined("r1-1");
        round();
        assertThat(kept.take("changes")).hasSize(rounds - 1);
    }

    @Test
    void aPositionThatIsUnknownOrUnreadableGetsLost() {
        change(run("a", ExecutionState.QUEUED));
        List.of("r0-1", "r1-2", "nonsense").forEach(position -> {
            MemorySink sink = joined(position);
            round();
            assertThat(sink.take("lost")).as(position).hasSize(1);
        });
    }

    @Test
    void aFloodBecomesOneEventThatListsSomeChangesAndCountsAll() {
        MemorySink sink = connected();
        stream.changed(List.of(run("bad", ExecutionState.FAILED)));
        changeRuns(2_000, "k");
        String text = sink.take();
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(16 * 1024);
        JsonNode data = json(text.substring(text.indexOf('{')));
        assertThat(ids(data)).hasSize(ChangeBatch.MOST_LISTED + 1).contains("bad", "k1999");
        assertThat(data.at("/ended/succeeded").asInt()).isEqualTo(2_000);
        assertThat(data.at("/ended/failed").asInt()).isEqualTo(1);
        assertThat(data.at("/unnamed").asInt()).isEqualTo(2_000 - ChangeBatch.MOST_LISTED);
    }

    @Test
    void ofARunThatChangesTwiceTheLastStateIsSent() {
        MemorySink sink = connected();
        change(run("a", ExecutionState.RETRYING), run("b", ExecutionState.QUEUED), run("a", ExecutionState.SUCCEEDED));
        JsonNode data = json(sink.take("changes").get(0));
        assertThat(ids(data)).containsExactly("a", "b");
        assertThat(data.at("/items/0/state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void aFilterForAScheduleMatchesItsExecutionsToo() {
        MemorySink sink = joined(new ChangeFilter(Set.of(), "report"), null);
        change(
                new HistoryChange(Kind.SCHEDULE, "report", null, now),
                run("report:2026-11-18T06:00:00Z", ExecutionState.QUEUED),
                run("report-2:2026-11-18T06:00:00Z", ExecutionState.QUEUED),
                new HistoryChange(Kind.SCHEDULE, "repo", null, now));
        assertThat(ids(json(sink.take("changes").get(0))))
                .containsExactlyInAnyOrder("report", "report:2026-11-18T06:00:00Z");
        change(run("other:2026-11-18T06:00:00Z", ExecutionState.QUEUED));
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void aFilterForOneExecutionMatchesItInAFloodOfOthers() {
        MemorySink sink = joined(new ChangeFilter(Set.of(Kind.RUN), "k7"), null);
        changeRuns(2_000, "k");
        JsonNode data = json(sink.take("changes").get(0));
        assertThat(ids(data)).containsExactly("k7");
        assertThat(data.at("/unnamed").asInt()).isZero();
    }

    @Test
    void droppedChangesAreLostForAFilteredClient() {
        MemorySink filtered = joined(new ChangeFilter(Set.of(Kind.RUN), "late"), null);
        MemorySink any = joined(null);
        changeRuns(ChangeCollector.MOST + 500, "k");
        assertThat(filtered.take("lost")).hasSize(1);
        assertThat(json(any.take("changes").get(0)).at("/unnamed").asInt())
                .isEqualTo(ChangeCollector.MOST + 500 - ChangeBatch.MOST_LISTED);
        round();
        assertThat(filtered.take()).isEmpty();
    }

    @Test
    void aFilterForAKindMatchesThatKindAlone() {
        MemorySink sink = joined(new ChangeFilter(Set.of(Kind.WORKER), null), null);
        change(run("a", ExecutionState.QUEUED), new HistoryChange(Kind.WORKER, "w1", null, now));
        assertThat(ids(json(sink.take("changes").get(0)))).containsExactly("w1");
    }

    @Test
    void aClientThatDoesNotReadDelaysNoOtherAndContinuesWhereItWas() {
        MemorySink slow = connected();
        MemorySink other = connected();
        slow.stopReading();
        change(run("a", ExecutionState.QUEUED));
        change(run("b", ExecutionState.QUEUED));
        assertThat(other.take()).contains("\"a\"", "\"b\"");
        assertThat(slow.take()).isEmpty();
        slow.readAgain();
        round();
        assertThat(slow.take()).contains("\"a\"", "\"b\"").doesNotContain("lost");
    }

    @Test
    void aClientThatNeverReadsAgainIsCutOff() {
        MemorySink stuck = connected();
        stuck.stopReading();
        round();
        now = now.plus(StreamClient.LONGEST_BLOCKED).minus(Duration.ofSeconds(1));
        round();
        assertThat(stuck.isClosed()).isFalse();
        now = now.plus(Duration.ofSeconds(1));
        round();
        assertThat(stuck.isClosed()).isTrue();
        assertThat(meters.get("carillon.console.stream.cutoffs").counter().count())
                .isEqualTo(1);
    }

    @Test
    void clientsAreLimitedAndALeavingOneMakesRoom() {
        MemorySink first = joined(null);
        joined(null);
        joined(null);
        assertThat(stream.join(new MemorySink(), ChangeFilter.ALL, null)).isFalse();
        first.leave();
        round();
        assertThat(stream.join(new MemorySink(), ChangeFilter.ALL, null)).isTrue();
        assertThat(meters.get("carillon.console.stream.clients").gauge().value())
                .isEqualTo(3);
    }

    @Test
    void freshnessIsSentOncePerItsRound() {
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
    void theHistoryIsNotQueriedWithoutClients() {
        stream.freshness().runOnce(now);
        assertThat(asked).isZero();
    }

    @Test
    void atTheEndEveryConnectionIsClosed() {
        MemorySink first = connected();
        MemorySink joining = joined(null);
        stream.end();
        assertThat(List.of(first.isClosed(), joining.isClosed())).containsExactly(true, true);
        assertThat(meters.get("carillon.console.stream.clients").gauge().value())
                .isZero();
    }

    @Test
    void namesOfAnyKindStayOnTheLineOfTheirEvent() {
        MemorySink sink = connected();
        change(run("<script>\n\nevent: lost\ndata: x", ExecutionState.FAILED));
        assertThat(sink.take().split("\n\n", -1)).hasSize(2);
    }
}
