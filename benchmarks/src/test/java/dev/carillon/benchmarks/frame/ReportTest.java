package dev.carillon.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReportTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final Report report = new Report("some", new PrintStream(told, true, StandardCharsets.UTF_8));

    @Test
    void aFigureOfSeveralRunsIsTheirMedianAndItsBoundHoldsForThat() {
        for (double value : new double[] {3, 90, 2, 4, 1}) {
            report.beginRun(5);
            report.atMost("seconds", value, 3);
            report.figure("records", 10 * value);
        }
        report.printMedians();

        JsonNode json = Json.read(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(report.ok()).isTrue();
        assertThat(json.at("/figures/seconds").doubleValue()).isEqualTo(3);
        assertThat(json.at("/bounds/seconds/ok").booleanValue()).isTrue();
        assertThat(json.at("/runs/records").toString()).isEqualTo("[30.0,900.0,20.0,40.0,10.0]");
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("median of 5 runs", "3.00, 90.00, 2.00, 4.00, 1.00");
    }

    @Test
    void oneRunIsReportedAsItIs() {
        report.beginRun(1);
        report.atLeast("share", 0.4, 0.5);
        report.printMedians();

        JsonNode json = Json.read(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(report.ok()).isFalse();
        assertThat(json.at("/bounds/share/bound").doubleValue()).isEqualTo(0.5);
        assertThat(json.has("runs")).isFalse();
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains("at least 0.50: BROKEN")
                .doesNotContain("median");
    }

    @Test
    void turnsAreJudgedEachByTheLimitOfItsOwnTurn() throws Exception {
        double[] speed = {1};
        Turns turns = Turns.take(3, () -> 100 * speed[0], () -> 60 * (speed[0] *= 2) / 2);

        assertThat(turns.limit()).containsExactly(100.0, 200.0, 400.0);
        assertThat(turns.judged()).containsExactly(60.0, 120.0, 240.0);
        assertThat(turns.share()).isEqualTo(0.6);
    }
}
