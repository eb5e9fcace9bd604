package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schedule is deleted and created again while the watermark is 20 s behind: no tick from before fires. */
class DefinedWhileBehindTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void fallBehind() {
        cluster.settle();
        define("'every':'10s'");
        cluster.define(TestSchedules.of("busy", "'every':'1s'"));
        cluster.settle();
        cluster.run(Duration.ofSeconds(15));
        cluster.clock.advance(Duration.ofSeconds(20));
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        cluster.define("t", null);
    }

    private void define(String fields) {
        cluster.define(TestSchedules.of("t", fields));
    }

    /** Inputs that have waited long are applied before ticks that are due. */
    private void applyInputs() {
        cluster.leader().apply(cluster.commit(cluster.plan(5_000).orElseThrow()));
    }

    private void catchUp() {
        cluster.inputsHaveWaited = Duration.ZERO;
        cluster.settle();
        cluster.run(Duration.ofSeconds(30));
    }

    private ScheduleState state() {
        return Objects.requireNonNull(cluster.leader().state("t"));
    }

    @Test
    void firstVersionFiresNoTickFromBefore() {
        define("'every':'10s'");
        applyInputs();
        catchUp();
        assertThat(published.of("t")).containsExactly("t@06:00:10", "t@06:00:40", "t@06:00:50", "t@06:01:00");
    }

    @Test
    void editFiresNoTickFromBefore() {
        define("'every':'10s'");
        applyInputs();
        define("'every':'5s'");
        applyInputs();
        cluster.coldTakeover();
        catchUp();
        assertThat(published.of("t"))
                .startsWith("t@06:00:10", "t@06:00:40", "t@06:00:45")
                .hasSize(7);
    }

    @Test
    void resumedOneFiresNoTickFromBefore() {
        define("'every':'10s','enabled':false");
        applyInputs();
        define("'every':'10s','missed':{'policy':'all'}");
        applyInputs();
        catchUp();
        assertThat(published.of("t")).containsExactly("t@06:00:10", "t@06:00:40", "t@06:00:50", "t@06:01:00");
    }

    @Test
    void onePausedByAnEarlierFailureFiresNoTickFromBefore() {
        define("'every':'10s','pauseAfterFailures':1");
        applyInputs();
        cluster.end("t:2026-11-18T06:00:10Z", OutcomeStatus.FAILED);
        applyInputs();
        assertThat(state().isPaused()).isTrue();
        catchUp();
        define("'every':'10s','missed':{'policy':'all'}");
        cluster.settle();
        assertThat(published.of("t")).containsExactly("t@06:00:10", "t@06:00:40", "t@06:00:50", "t@06:01:00");
    }
}
