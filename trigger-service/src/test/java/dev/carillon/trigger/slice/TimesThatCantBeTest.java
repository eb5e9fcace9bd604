package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions that no check has refused, as another client wrote them into the topic. */
class TimesThatCantBeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'from':'2026-12-01T00:00:00Z','until':'2026-11-01T00:00:00Z' | CONFLICTING_FIELDS | until",
                "'jitter':'-5s'                                               | OUT_OF_RANGE       | jitter",
                "'jitter':'3601s'                                             | OUT_OF_RANGE       | jitter",
                "'calendar':'wrok'                                            | UNKNOWN_CALENDAR   | calendar",
                "'until':'2100-01-01T00:00:00Z'                               | OUT_OF_RANGE       | until",
            },
            quoteCharacter = '`')
    void theyBecomeDeadLetters(String fields, String code, String field) {
        bad("{'taskId':'report','type':'shell','every':'10s'," + fields + "}", code, field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 6 * * * 2027               | BAD_CRON      | cron",
                "0 0 30 2 *                     | NEVER_FIRES   | cron",
                "\u0665 * * * *                | BAD_CRON      | cron",
                "\uFEFF0 6 * * *               | BAD_CRON      | cron",
                "0 0 31W * *                    | BAD_CRON      | cron",
                "0 6 * * *','zone':'Mars/Base   | BAD_ZONE      | zone",
                "0 6 * * *','at':'2100-01-01T00:00:00Z | CONFLICTING_FIELDS | at",
            },
            quoteCharacter = '`')
    void expressionsAreAsWell(String cron, String code, String field) {
        bad("{'taskId':'report','type':'shell','cron':'" + cron + "'}", code, field);
    }

    @Test
    void aYearBeyondTheLastIs() {
        bad("{'taskId':'report','type':'shell','at':'2100-01-01T00:00:00Z'}", "OUT_OF_RANGE", "at");
    }

    @Test
    void anExpressionOfAnySizeIs() {
        bad("{'taskId':'report','type':'shell','cron':'" + "9".repeat(501) + "'}", "TEXT_TOO_LONG", "cron");
        bad(
                "{'taskId':'report','type':'shell','cron':'" + "9".repeat(600 * 1024) + "'}",
                "RECORD_TOO_LARGE",
                "schedule");
    }

    private void bad(String json, String code, String field) {
        SimulatedCluster cluster = new SimulatedCluster();
        Published published = new Published(cluster);
        cluster.settle();
        cluster.define("report", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        cluster.define(TestSchedules.of("other", "'every':'10s'"));
        cluster.run(Duration.ofSeconds(20));

        List<SliceOutput.PutAside> aside = cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.PutAside.class::isInstance)
                .map(SliceOutput.PutAside.class::cast)
                .toList();
        assertThat(aside).singleElement().satisfies(deadLetter -> {
            assertThat(deadLetter.cause().name()).isEqualTo(code);
            assertThat(deadLetter.message()).contains(field);
        });
        assertThat(published.events(EventType.SCHEDULE_BROKEN))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).startsWith(code + ": "));
        ScheduleState state = Objects.requireNonNull(cluster.leader().state("report"));
        assertThat(Objects.requireNonNull(state.broken()).code()).isEqualTo(code);
        assertThat(published.tasks()).containsExactly("other@06:00:10", "other@06:00:20");
    }
}
