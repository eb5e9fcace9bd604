package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CronResourceTest {
    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    @Test
    void anExpressionIsExplained() {
        RawAnswer answer = console.get("/v1/cron/explain?expression=0+6+*+*+MON-FRI&zone=Europe/Berlin&taskId=report");

        assertThat(answer.text("expression")).isEqualTo("0 6 * * MON-FRI");
        assertThat(answer.text("words")).isEqualTo("At 06:00 on Monday to Friday");
        assertThat(answer.json().get("fires")).hasSize(5);
        assertThat(answer.text("normalForm")).isEqualTo("0 0 6 * * MON-FRI");
        assertThat(answer.json().at("/warnings/0/kind").stringValue()).isEqualTo("TOP_OF_HOUR");
        assertThat(answer.json().at("/warnings/0/instead").stringValue()).isEqualTo("0 H 6 * * MON-FRI");
    }

    @Test
    void whatItsWarningsSayDependsOnGapAndFold() {
        RawAnswer answer = console.get("/v1/cron/explain?expression=30+2+*+*+*&zone=Europe/Berlin&gap=skip&fold=both");

        assertThat(answer.body())
                .contains(
                        "SKIPPED_SOON",
                        "it does not fire then (gap: skip)",
                        "REPEATED_SOON",
                        "it fires both times (fold: both)");
    }

    @Test
    void itsNextFiresAreToldInItsZone() {
        RawAnswer answer = console.get("/v1/cron/next?expression=0%206%20*%20*%20*&zone=Asia/Tokyo&count=2"
                + "&gap=skip&fold=both&from=2026-11-18T10:30:00%2B01:00");

        assertThat(answer.json().at("/items/0/local").stringValue()).isEqualTo("2026-11-19T06:00:00+09:00");
        assertThat(answer.json().get("items")).hasSize(2);
        assertThat(console.get("/v1/cron/next?expression=*+*+*+*+*").text("zone"))
                .isEqualTo("UTC");
    }

    @Test
    void aBadExpressionIsRefusedByTheTriggersOwnRules() {
        RawAnswer answer = console.get("/v1/cron/next?expression=often!");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("code")).isEqualTo("BAD_CRON");
    }

    @Test
    void theDocumentItselfIsServed() {
        RawAnswer answer = console.get("/v1/openapi.yaml");

        assertThat(answer.headers().get("content-type")).startsWith("application/yaml");
        assertThat(answer.body()).startsWith("openapi: 3.1.0");
    }
}
