package dev.carillon.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("all 5 runs", "3.00, 90.00, 2.00, 4.00, 1.00");
    }

    @Test
    void whatMayNeverHappenIsJudgedByTheWorstRun() {
        for (double value : new double[] {0, 0, 1, 0, 0}) {
            report.beginRun(5);
            report.none("lost", value);
            report.alwaysAtMost("maxMillis", 200 + 200 * value, 300);
            report.alwaysAtLeast("rejected", 2 - value, 1);
        }
        report.printMedians();

        JsonNode json = Json.read(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(report.ok()).isFalse();
        assertThat(json.at("/bounds/lost").toString())
                .isEqualTo("{\"value\":1.0,\"bound\":0.0,\"way\":\"atMost\",\"of\":\"worstRun\",\"ok\":false}");
        assertThat(json.at("/bounds/maxMillis/value").doubleValue()).isEqualTo(400);
        assertThat(json.at("/bounds/rejected").toString())
                .isEqualTo("{\"value\":1.0,\"bound\":1.0,\"way\":\"atLeast\",\"of\":\"worstRun\",\"ok\":true}");
    }

    @Test
    void whatWasNotMeasuredBreaksItsBoundWhicheverWayItGoes() {
        for (double nothing : new double[] {Double.NaN, Double.POSITIVE_INFINITY, new Samples().percentile(1)}) {
            for (boolean first : new boolean[] {true, false}) {
                Report most = report();
                most.beginRun(2);
                most.atMost("millis", first ? nothing : 1, 5);
                most.beginRun(2);
                most.atMost("millis", first ? 1 : nothing, 5);
                Report least = report();
                least.beginRun(2);
                least.alwaysAtLeast("share", first ? nothing : 1, 0.5);
                least.beginRun(2);
                least.alwaysAtLeast("share", first ? 1 : nothing, 0.5);

                assertThat(most.exitCode()).isEqualTo(1);
                JsonNode json = Json.read(most.json().getBytes(StandardCharsets.UTF_8));
                assertThat(json.at("/bounds/millis/value").isNull()).isTrue();
                assertThat(least.exitCode()).isEqualTo(1);
            }
        }
    }

    @Test
    void aBoundIsJudgedByWhatWasMeasuredNotByWhatIsShown() {
        report.beginRun(1);
        report.atMost("seconds", 5.004, 5);

        assertThat(report.ok()).isFalse();
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("5.00", "BROKEN");
    }

    @Test
    void anAbortedRunIsABrokenBoundWithItsCause() {
        report.beginRun(2);
        report.atMost("seconds", 1, 5);
        report.beginRun(2);
        report.aborted(new IllegalStateException("no trigger leads", new IOException("no way there")));

        JsonNode json = Json.read(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(json.at("/bounds/aborted/ok").booleanValue()).isFalse();
        assertThat(json.at("/bounds/seconds/ok").booleanValue()).isTrue();
        assertThat(json.at("/environment/abortedRun2").stringValue())
                .contains("no trigger leads", "caused by", "no way there");
    }

    @Test
    void aReportWhoseBoundsAreKeptOrThatHasNoneEndsWell() {
        assertThat(report.exitCode()).isZero();
        report.beginRun(1);
        report.none("lost", 0);
        assertThat(report.exitCode()).isZero();
    }

    private static Report report() {
        return new Report("some", new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
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
                .doesNotContain("runs");
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
