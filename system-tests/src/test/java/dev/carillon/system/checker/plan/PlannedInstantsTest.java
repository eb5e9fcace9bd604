package dev.carillon.system.checker.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.FiringRule;
import java.time.Instant;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlannedInstantsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/20 * * * * *   | UTC           | 2026-03-29T00:00:00Z | 2026-03-29T00:01:00Z | 00:00:00Z 00:00:20Z 00:00:40Z 00:01:00Z",
                "30 2 * * *       | Europe/Berlin | 2026-03-29T00:00:00Z | 2026-03-29T04:00:00Z | 01:00:00Z",
                "30 2 * * *       | Europe/Berlin | 2026-10-25T00:00:00Z | 2026-10-25T04:00:00Z | 00:30:00Z",
                "30 * * * *       | Europe/Berlin | 2026-10-25T00:00:00Z | 2026-10-25T02:59:00Z | 00:30:00Z 01:30:00Z 02:30:00Z",
                "0 12 13 * fri    | UTC           | 2026-11-12T00:00:00Z | 2026-11-21T00:00:00Z | 12:00:00Z 12:00:00Z",
                "0 0 9-10/1 ? NOV MON-WED | UTC   | 2026-11-17T00:00:00Z | 2026-11-17T23:00:00Z | 09:00:00Z 10:00:00Z",
            })
    void instantsAreFoundSecondBySecond(String cron, String zone, Instant from, Instant to, String expected) {
        String found = PlannedInstants.of(FiringRule.cron(cron, zone), from, to).orElseThrow().stream()
                .map(instant -> instant.toString().substring(11))
                .collect(Collectors.joining(" "));
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void expressionBeyondThePlainFieldsIsNotReckoned() {
        Instant now = Instant.parse("2026-11-18T06:00:00Z");
        assertThat(PlannedInstants.of(FiringRule.cron("0 0 L * *", null), now, now))
                .isEmpty();
        assertThat(PlannedInstants.of(FiringRule.cron("H 0 * * *", null), now, now))
                .isEmpty();
        assertThat(PlannedInstants.of(FiringRule.cron("0 0 * * *", "Nowhere/Land"), now, now))
                .isEmpty();
    }
}
