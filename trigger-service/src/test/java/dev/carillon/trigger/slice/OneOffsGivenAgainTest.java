package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.Origin;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instants of {@code at} that an earlier definition had already. */
class OneOffsGivenAgainTest {
    private static final String A = "2026-11-18T06:00:10Z";

    private final SimulatedCluster cluster = new SimulatedCluster();

    @BeforeEach
    void firesOnce() {
        cluster.settle();
        at(A);
        cluster.run(Duration.ofSeconds(20));
        assertThat(decided()).containsExactly("once:" + A);
    }

    @Test
    void setBackToAnInstantThatHasFiredItDoesNotFireAgain() {
        at("2026-11-19T06:00:00Z");
        cluster.run(Duration.ofSeconds(5));
        cluster.coldTakeover();
        at(A);
        cluster.run(Duration.ofSeconds(5));

        assertThat(decided()).containsExactly("once:" + A);
    }

    @Test
    void deletedAndMadeAgainItDoesNotFireAgain() {
        cluster.define("once", null);
        cluster.run(Duration.ofSeconds(5));
        cluster.coldTakeover();
        at(A);
        cluster.run(Duration.ofSeconds(5));

        assertThat(decided()).containsExactly("once:" + A);
    }

    @Test
    void anInstantThatHadNotComeWhenItWasChangedStillFires() {
        String b = "2026-11-18T06:01:00Z";
        at(b);
        cluster.run(Duration.ofSeconds(5));
        at("2026-11-19T06:00:00Z");
        cluster.run(Duration.ofMinutes(2));
        at(b);
        cluster.run(Duration.ofSeconds(5));

        assertThat(decided()).containsExactly("once:" + A, "once:" + b);
    }

    @Test
    void aLimitedNumberOfInstantsIsRemembered() {
        for (int minute = 1; minute <= ScheduleOverrides.MOST_DECIDED_ONCE - 1; minute++) {
            at("2026-11-18T05:5" + minute + ":00Z");
            cluster.run(Duration.ofSeconds(2));
        }
        at(A);
        cluster.run(Duration.ofSeconds(2));

        assertThat(decided()).hasSize(ScheduleOverrides.MOST_DECIDED_ONCE).doesNotHaveDuplicates();
    }

    @Test
    void anInstantLongPastWhenItWasWrittenIsSkipped() {
        cluster.define(TestSchedules.of("old", "'at':'2026-11-18T04:59:00Z'"));
        cluster.define(TestSchedules.of("young", "'at':'2026-11-18T05:30:00Z'"));
        cluster.run(Duration.ofSeconds(2));

        assertThat(decided()).contains("old:2026-11-18T04:59:00Z skipped", "young:2026-11-18T05:30:00Z");
    }

    @Test
    void anInstantWrittenBeforehandFiresAfterAnyOutage() {
        cluster.define(TestSchedules.of("beforehand", "'at':'2026-11-18T06:05:00Z'"));
        cluster.clock.advance(Duration.ofHours(5));
        cluster.run(Duration.ofSeconds(2));

        assertThat(decided()).contains("beforehand:2026-11-18T06:05:00Z");
    }

    private void at(String instant) {
        cluster.define(TestSchedules.of("once", "'at':'" + instant + "'"));
    }

    private List<String> decided() {
        List<String> decided = new ArrayList<>();
        for (SlicePlan plan : cluster.committed) {
            for (SliceOutput output : plan.outputs()) {
                if (output instanceof SliceOutput.Dispatch dispatch
                        && dispatch.task().origin() == Origin.TICK) {
                    decided.add(String.valueOf(dispatch.task().key()));
                } else if (output instanceof SliceOutput.Skip skip) {
                    decided.add(skip.result().key() + " skipped");
                }
            }
        }
        return decided;
    }
}
