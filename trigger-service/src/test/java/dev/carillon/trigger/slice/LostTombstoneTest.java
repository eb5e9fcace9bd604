package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.trigger.definition.InputRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LostTombstoneTest {
    private final SimulatedCluster cluster = new SimulatedCluster();

    @Test
    void aDefinitionStaysInForceThoughTheDeletionOfAnOlderMarkerWasNeverRead() {
        cluster.settle();
        cluster.define(TestSchedules.of("p", "'every':'10s','enabled':false"));
        cluster.run(Duration.ofSeconds(5));
        cluster.standbyReads(1.0);
        cluster.define(TestSchedules.of("p", "'every':'10s','missed':{'policy':'none'}"));
        cluster.run(Duration.ofSeconds(30));
        assertThat(Objects.requireNonNull(cluster.leader().state("p")).marked()).isFalse();

        compactTombstones();
        cluster.warmTakeover();
        cluster.run(Duration.ofSeconds(60));

        assertThat(Objects.requireNonNull(cluster.leader().state("p")).fires()).isTrue();
        cluster.define("p", null);
        cluster.run(Duration.ofSeconds(3));
        OwedTicks.assertEachDecidedOnce(cluster, "after a takeover");
    }

    private void compactTombstones() {
        byte[] key = "other/key".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < cluster.state.size(); i++) {
            if (cluster.state.get(i).value() == null) {
                cluster.state.set(
                        i, new InputRecord("trigger-state", 0, i, Instant.EPOCH, Instant.EPOCH, key, new byte[] {1}));
            }
        }
    }
}
