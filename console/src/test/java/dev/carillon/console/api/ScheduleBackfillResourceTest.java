package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduleBackfillResourceTest {
    private static final String BACKFILL = "/v1/schedules/report/backfill";
    private static final String A_DAY = "{\"from\":\"2026-11-17T00:00:00Z\",\"to\":\"2026-11-18T00:00:00Z\"";
    private RunningConsole console = new RunningConsole();

    @BeforeEach
    void open() {
        console.close();
        console = new RunningConsole();
        console.applied("report");
    }

    @AfterEach
    void close() {
        console.close();
    }

    @Test
    void anOrderIsWrittenAndAnsweredWithWhatItWillMake() {
        RawAnswer answer = console.ask("POST", BACKFILL, A_DAY + ",\"maxRunning\":4,\"reason\":\"late data\"}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.body()).contains("\"planned\":24", "\"maxRunning\":4", "\"remaining\":24");
        Command command = newest();
        assertThat(command.command()).isEqualTo(CommandKind.BACKFILL);
        assertThat(command.subject()).isEqualTo("report");
        assertThat(command.maxRunning()).isEqualTo(4);
        assertThat(command.reason()).isEqualTo("late data");
    }

    @Test
    void aDryRunWritesNothing() {
        RawAnswer answer = console.ask("POST", BACKFILL + "?dryRun=true", A_DAY + "}");

        assertThat(answer.body()).contains("\"dryRun\":true", "\"planned\":24");
        assertThat(console.log.all(RunningConsole.NAMES.control())).isEmpty();
    }

    @Test
    void whatCantBeMadeUpForIsRefused() {
        refused("CONFLICTING_FIELDS", "{\"from\":\"2026-11-17T00:00:00Z\",\"to\":\"2026-11-17T00:00:00Z\"}");
        refused("OUT_OF_RANGE", "{\"from\":\"2026-11-17T00:00:00Z\",\"to\":\"2026-11-18T06:00:01Z\"}");
        refused("OUT_OF_RANGE", "{\"from\":\"1969-11-17T00:00:00Z\",\"to\":\"2026-11-18T06:00:00Z\"}");
        refused("OUT_OF_RANGE", A_DAY + ",\"maxRunning\":1001}");
        refused("NEVER_FIRES", "{\"from\":\"2026-11-17T00:00:01Z\",\"to\":\"2026-11-17T00:00:02Z\"}");
        refused("TOO_MANY_ENTRIES", "{\"from\":\"2016-11-17T00:00:00Z\"}");
        refused("MISSING_FIELD", "{}");
        console.put(
                "report",
                "{\"taskId\":\"report\",\"type\":\"http\",\"afterEnd\":\"5m\"}".getBytes(StandardCharsets.UTF_8));
        refused("NO_PLAN", A_DAY + "}");
        assertThat(console.log.all(RunningConsole.NAMES.control())).isEmpty();
    }

    private void refused(String code, String body) {
        RawAnswer answer = console.ask("POST", BACKFILL, body);
        assertThat(answer.status()).as(body).isBetween(400, 422);
        assertThat(answer.text("code")).as(body).isEqualTo(code);
    }

    @Test
    void oneThatIsUnderWayIsShownAndASecondRefused() {
        assertThat(console.get(BACKFILL).body()).doesNotContain("backfill");
        underWay();

        assertThat(console.get(BACKFILL).body())
                .contains("\"made\":3", "\"remaining\":20", "\"report:2026-11-17T01:00:00.000000043Z~aaaaaabl\"");
        refused("BACKFILL_UNDER_WAY", A_DAY + "}");
    }

    @Test
    void cancellingSaysHowFarItCame() {
        underWay();
        RawAnswer answer = console.ask("DELETE", BACKFILL, "{\"reason\":\"enough\"}");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).contains("\"made\":3");
        assertThat(newest().command()).isEqualTo(CommandKind.CANCEL_BACKFILL);
        assertThat(newest().reason()).isEqualTo("enough");
    }

    @Test
    void aScheduleThatDoesNotExistHasNone() {
        assertThat(console.get("/v1/schedules/nobody/backfill").status()).isEqualTo(404);
        assertThat(console.ask("POST", "/v1/schedules/nobody/backfill", A_DAY + "}")
                        .status())
                .isEqualTo(404);
    }

    private void underWay() {
        console.marked(
                "report",
                "'backfill':{'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z','maxRunning':2,'nanos':43,"
                        + "'next':'2026-11-17T03:00:01Z','planned':24,'made':3,'leftOut':1,"
                        + "'open':[{'at':'2026-11-17T01:00:00Z','until':'2026-11-24T00:00:00Z'}]}");
    }

    private Command newest() {
        List<ReceivedRecord> all = console.log.all(RunningConsole.NAMES.control());
        return Kind.COMMAND.decode(
                Objects.requireNonNull(all.get(all.size() - 1).value()));
    }
}
