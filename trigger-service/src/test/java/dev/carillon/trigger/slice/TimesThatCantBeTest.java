package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.trigger.catalogue.Standing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions that came past every door: written into the topic by some other client. */
class TimesThatCantBeTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'from':'2026-12-01T00:00:00Z','until':'2026-11-01T00:00:00Z' | CONFLICTING_FIELDS | until",
                "'jitter':'-5s'                                               | OUT_OF_RANGE       | jitter",
                "'jitter':'3601s'                                             | OUT_OF_RANGE       | jitter",
                "'calendar':'wrok'                                            | UNKNOWN_CALENDAR   | calendar",
            },
            quoteCharacter = '`')
    void theyArePutAsideTheScheduleIsBrokenAndNoOtherIsDisturbed(String fields, String code, String field) {
        String json = "{'taskId':'report','type':'shell','every':'10s'," + fields + "}";
        cluster.settle();
        cluster.define("report", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        cluster.define(TestSchedules.of("other", "'every':'10s'"));
        cluster.run(Duration.ofSeconds(20));

        List<Output.PutAside> aside = cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(Output.PutAside.class::isInstance)
                .map(Output.PutAside.class::cast)
                .toList();
        assertThat(aside).singleElement().satisfies(letter -> {
            assertThat(letter.cause().name()).isEqualTo(code);
            assertThat(letter.message()).contains(field);
        });
        assertThat(published.events(EventType.SCHEDULE_BROKEN))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).startsWith(code + ": "));
        Standing standing = Objects.requireNonNull(cluster.leader().standing("report"));
        assertThat(Objects.requireNonNull(standing.broken()).code()).isEqualTo(code);
        assertThat(published.tasks()).containsExactly("other@06:00:10", "other@06:00:20");
    }
}
