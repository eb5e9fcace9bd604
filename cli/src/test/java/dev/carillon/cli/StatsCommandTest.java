package dev.carillon.cli;

import static dev.carillon.cli.WrittenSystem.instant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class StatsCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void aMinuteOfOutcomes() {
        system = new WrittenSystem(directory);
        system.at("05:00:00").elected().outcome("old:2026-11-18T05:00:00Z", OutcomeStatus.FAILED, 1);
        system.at("06:00:00");
        for (int i = 0; i < 8; i++) {
            ended(i, OutcomeStatus.SUCCEEDED, 1);
        }
        ended(8, OutcomeStatus.SUCCEEDED, 3);
        ended(9, OutcomeStatus.FAILED, 4);
        system.at("06:01:00").slice("06:00:59", "06:01:00", 1).heartbeat("w1", WorkerState.BUSY, 2, "shell");
    }

    /** Scheduled at six, started 10 ms later, and taking a hundred milliseconds more each time. */
    private void ended(int number, OutcomeStatus status, int attempts) {
        Instant started = instant("06:00:00").plusMillis(10);
        AttemptTimes times = new AttemptTimes(instant("06:00:00"), started, started.plusMillis(100L * (number + 1)));
        system.outcome("t:2026-11-18T06:00:0" + number + "Z", status, attempts, times);
    }

    private JsonNode json(String... more) {
        String[] args = new String[more.length + 3];
        args[0] = "stats";
        args[1] = "-o";
        args[2] = "json";
        System.arraycopy(more, 0, args, 3, more.length);
        return Json.read(system.run(args).out().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void outcomesOfThePeriodAreAddedUp() {
        JsonNode stats = json("--since", "1m");
        assertThat(stats.get("ended").longValue()).isEqualTo(10);
        assertThat(stats.at("/states/SUCCEEDED").longValue()).isEqualTo(9);
        assertThat(stats.at("/states/FAILED").longValue()).isEqualTo(1);
        assertThat(stats.at("/states/RUNNING").longValue()).isEqualTo(2);
        assertThat(stats.get("successRate").doubleValue()).isEqualTo(0.9);
        assertThat(stats.get("retryRate").doubleValue()).isEqualTo(0.2);
        assertThat(stats.get("attempts").longValue()).isEqualTo(15);
        assertThat(stats.get("perSecond").doubleValue()).isEqualTo(10 / 60.0, within(0.001));
        assertThat(stats.get("leadsSince").stringValue()).isEqualTo("2026-11-18T05:00:00Z");
    }

    @Test
    void whatABackfillMakesUpForIsNotLate() {
        AttemptTimes times = new AttemptTimes(instant("01:00:00"), instant("06:00:01"), instant("06:00:02"));
        system.outcome("t:2026-11-18T01:00:00.999999998Z", OutcomeStatus.SUCCEEDED, 1, times);
        JsonNode stats = json("--since", "1m");
        assertThat(stats.get("ended").longValue()).isEqualTo(11);
        assertThat(stats.at("/latenessMs/count").longValue()).isEqualTo(8);
        assertThat(stats.at("/latenessMs/p99").doubleValue()).isEqualTo(10, within(0.1));
    }

    @Test
    void quantilesAreWithinTheirStatedError() {
        JsonNode stats = json("--since", "1m");
        assertThat(stats.at("/tookMs/p50").doubleValue()).isEqualTo(500, within(5.0));
        assertThat(stats.at("/tookMs/p99").doubleValue()).isEqualTo(1_000, within(10.0));
        // Retries are late on purpose, so they do not count.
        assertThat(stats.at("/latenessMs/count").longValue()).isEqualTo(8);
        assertThat(stats.at("/latenessMs/p95").doubleValue()).isEqualTo(10, within(0.1));
    }

    @Test
    void longerPeriodReachesFurtherBack() {
        assertThat(json("--since", "2h").get("ended").longValue()).isEqualTo(11);
        assertThat(json().get("ended").longValue()).isEqualTo(10);
    }

    @Test
    void wordsForPeople() {
        Ran ran = system.run("stats");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("From 2026-11-18T05:01:00Z to 2026-11-18T06:01:00Z (1 h)")
                .contains("10 executions, 0.2 a minute")
                .contains("9 succeeded, 1 failed, 0 cancelled, 0 skipped, 0 expired")
                .contains("90.0 % of those that succeeded or failed")
                .contains("20.0 % needed more than one attempt; 15 attempts in all")
                .contains("Workers    1 online, 0 gone; the oldest has been up for 1 min 30 s")
                .contains("trigger/host-1 leads, up for 1 h 1 min")
                .contains("Quantiles are at most 1 % off.");
        assertThat(ran.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void nothingEndedIsNoError() {
        Ran ran = new WrittenSystem(directory).at("06:00:00").run("stats");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("0 executions", "- of those", "no last attempts", "no trigger leads now");
    }

    @Test
    void periodHasLimits() {
        assertThat(system.run("stats", "--since", "8d").err()).contains("--since", "8d is not between 1s and 7d");
        assertThat(system.run("stats", "--since", "soon").code()).isEqualTo(2);
    }
}
