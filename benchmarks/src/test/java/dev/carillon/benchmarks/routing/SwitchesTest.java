package dev.carillon.benchmarks.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SwitchesTest {
    private final Switches switches = new Switches();

    @Test
    void theLastTickThatWentByTheOldDefaultSaysHowLongASwitchTook() {
        switches.add(
                1_000,
                "least-tasks",
                List.of(tick(900, "round-robin"), tick(1_050, "round-robin"), tick(2_050, "least-tasks")),
                List.of(1_300L, 1_400L));

        assertThat(switches.slowestTicks()).isEqualTo(50);
        assertThat(switches.slowestEvent()).isEqualTo(300);
    }

    @Test
    void theSlowestOfAllIsTold() {
        switches.add(1_000, "random", List.of(tick(1_000, "random")), List.of(1_010L));
        switches.add(5_000, "hash", List.of(tick(7_003, "random"), tick(7_003, "hash")), List.of(5_005L));

        assertThat(switches.slowestTicks()).isEqualTo(2_003);
        assertThat(switches.slowestEvent()).isEqualTo(10);
        assertThat(switches).hasToString("0/10, 2003/5");
    }

    @Test
    void aSwitchThatNoTickFeltTookForEver() {
        switches.add(1_000, "hash", List.of(tick(500, "hash"), tick(1_000, "random")), List.of(1_100L));
        switches.add(3_000, "random", List.of(tick(3_100, "random")), List.of(3_100L));

        assertThat(switches.slowestTicks()).isInfinite();
    }

    @Test
    void aSwitchThatNoEventToldTookForEver() {
        switches.add(1_000, "hash", List.of(tick(1_100, "hash")), List.of());

        assertThat(switches.slowestTicks()).isZero();
        assertThat(switches.slowestEvent()).isInfinite();
    }

    @Test
    void ofNoSwitchNothingIsKnown() {
        assertThat(switches.slowestTicks()).isNaN();
        assertThat(switches.slowestEvent()).isNaN();
    }

    private static KafkaTicks.Tick tick(long appended, String routed) {
        return new KafkaTicks.Tick("steady0:" + appended, appended, routed);
    }
}
