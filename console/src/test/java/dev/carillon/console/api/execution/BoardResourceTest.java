package dev.carillon.console.api.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.console.cluster.AttentionItem;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.state.WorkerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Health, figures and workers over REST. */
final class BoardResourceTest {
    private static final Instant NOW = RunningConsole.NOW;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0, true, false, true",
        "9999, true, false, true",
        "10000, true, false, false",
        "0, false, false, false",
        "-1, false, false, false",
        "0, true, true, false"
    })
    void theConsoleIsWellIfItsHistoryIsFreshAndNothingIsNeeded(
            long behind, boolean caughtUp, boolean kafkaGone, boolean well) {
        console.board.needs = List.of();
        console.board.anyOverdue = false;
        console.board.freshness = new HistoryFreshness(NOW, behind, caughtUp, kafkaGone ? NOW.minusSeconds(5) : null);

        RawAnswer answer = console.get("/v1/health");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("well")).isEqualTo(Boolean.toString(well));
        assertThat(answer.json().at("/history/behind").asString("none")).isEqualTo(behind < 0 ? "none" : "" + behind);
        assertThat(answer.json().at("/history").has("kafkaGone")).isEqualTo(kafkaGone);
        assertThat(answer.text("needs")).isEqualTo(kafkaGone ? "1" : "0");
    }

    @Test
    void aHundredProblemsAreListedAndAllOfThemCounted() {
        console.board.anyOverdue = false;
        console.board.needs = IntStream.range(0, 101)
                .mapToObj(n -> new AttentionItem("CODE_" + n, "words " + n, "carillon doctor", "/"))
                .toList();

        RawAnswer needs = console.get("/v1/needs-you");

        assertThat(needs.json().get("items")).hasSize(100);
        assertThat(needs.json().at("/items/0/code").stringValue()).isEqualTo("CODE_0");
        assertThat(console.get("/v1/health").text("needs")).isEqualTo("101");
        assertThat(console.get("/v1/health").text("well")).isEqualTo("false");
    }

    @Test
    void whileKafkaIsAwayTheLastStatusIsShownAndThenItsAbsence() {
        assertThat(console.get("/v1/cluster").status()).isEqualTo(200);
        console.kafkaGone = "no broker answers at nowhere:9092";
        console.clock.advance(Duration.ofMinutes(1));

        assertThat(console.get("/v1/cluster").text("at")).isEqualTo(NOW.toString());
        assertThat(console.get("/v1/needs-you").json().at("/items/0/code").stringValue())
                .isEqualTo("KAFKA_UNREACHABLE");
        try (RunningConsole fresh = new RunningConsole()) {
            fresh.kafkaGone = "no broker answers at nowhere:9092";
            RawAnswer never = fresh.get("/v1/cluster");
            assertThat(never.status()).isEqualTo(503);
            assertThat(never.text("code")).isEqualTo("KAFKA_UNREACHABLE");
            assertThat(never.text("detail")).contains("nowhere:9092");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 2026-11-18T05:00:00Z to 2026-11-18T06:00:00Z in 60",
        "?back=1s&slots=1, 2026-11-18T05:59:59Z to 2026-11-18T06:00:00Z in 1",
        "?back=7d&slots=500, 2026-11-11T06:00:00Z to 2026-11-18T06:00:00Z in 500",
        "?back=1h30m, 2026-11-18T04:30:00Z to 2026-11-18T06:00:00Z in 60"
    })
    void figuresAreOfTheTimeUpToNow(String query, String asked) {
        RawAnswer answer = console.get("/v1/stats" + query);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(console.board.tallied).isEqualTo(asked);
        assertThat(answer.text("since") + " to " + answer.text("until")).isEqualTo(asked.replaceAll(" in .*", ""));
    }

    @Test
    void ratesAreOfTheExecutionsThatRan() {
        RawAnswer answer = console.get("/v1/stats?back=3s");

        assertThat(answer.json().get("perSecond").doubleValue())
                .as("5 succeeded and 1 failed")
                .isEqualTo(2.0);
        assertThat(answer.json().get("successRate").doubleValue()).isEqualTo(5.0 / 6);
        assertThat(answer.json().at("/took/p99Ms").doubleValue()).isEqualTo(3.5);
        assertThat(answer.json().get("lateness").has("p50Ms")).isFalse();
        assertThat(answer.json().at("/open/overdue").intValue()).isEqualTo(6);
    }

    @Test
    void aWorkerIsSilentSinceItsLastHeartbeatAndNeverForLessThanNothing() {
        WorkerEntry busy = console.board.worker;
        assertThat(console.get("/v1/workers").json().at("/items/0/silenceMs").doubleValue())
                .isEqualTo(1_000.0);
        assertThat(console.get("/v1/workers").json().at("/items/0/state").stringValue())
                .isEqualTo("busy");

        console.clock.set(NOW.minusSeconds(60));
        assertThat(console.get("/v1/workers").json().at("/items/0/silenceMs").doubleValue())
                .isZero();

        console.board.worker = new WorkerEntry(busy.last(), busy.heard(), true);
        assertThat(console.get("/v1/workers").json().at("/items/0/state").stringValue())
                .isEqualTo("gone");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/stats?back=999ms, back", "/v1/stats?back=7d1ms, back", "/v1/stats?back=1w, back",
        "/v1/stats?slots=501, slots", "/v1/retries?limit=0, limit", "/v1/overdue?limit=501, limit"
    })
    void figuresBeyondTheirLimitsAreRefused(String target, String field) {
        RawAnswer answer = console.get(target);

        assertThat(answer.text("code")).isEqualTo("BAD_PARAMETER");
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(answer.text("limit")).isNotEmpty();
    }
}
