package dev.carillon.benchmarks.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:00Z");
    private static final Instant SECOND = FIRST.plusSeconds(1);

    private final Shares shares = new Shares();

    @Test
    void theWorstShareIsComparedWithWhatItsWeightGivesIt() {
        did(0, 11);
        did(1, 20);
        did(2, 30);
        did(3, 39);

        assertThat(shares.worstPercentOff(1, 2, 3, 4)).isCloseTo(10, within(1e-9));
        assertThat(shares.worstPercentOff(1, 1, 1, 1)).isCloseTo(56, within(1e-9));
        assertThat(shares.busiestTimesAverage()).isCloseTo(1.56, within(1e-9));
    }

    @Test
    void aWorkerThatDidNothingIsAllOfItsShareOff() {
        did(0, 10);
        did(1, 10);
        did(2, 10);

        assertThat(shares.worstPercentOff(1, 1, 1, 1)).isEqualTo(100);
    }

    @Test
    void theAgeOfAQueueIsTheLongestWaitOfEachInstantOnAverage() {
        for (int worker = 0; worker < KafkaStage.WORKERS; worker++) {
            int slow = worker == 3 ? 3 : 1;
            shares.add(new Rung.Ring(worker, FIRST, 5));
            shares.add(new Rung.Ring(worker, FIRST, 10.0 * slow));
            shares.add(new Rung.Ring(worker, SECOND, 30.0 * slow));
        }

        assertThat(shares.queueAgeMillis(0)).isEqualTo(20);
        assertThat(shares.queueAgeMillis(3)).isEqualTo(60);
        assertThat(shares.queueAgeTimesOthers(3)).isEqualTo(3);
    }

    @Test
    void ofNothingThereAreNoShares() {
        assertThat(shares.worstPercentOff(1, 1, 1, 1)).isNaN();
        assertThat(shares.busiestTimesAverage()).isNaN();
        assertThat(shares.queueAgeMillis(0)).isNaN();
        assertThat(shares.queueAgeTimesOthers(0)).isNaN();
    }

    @Test
    void theAgeOfAWorkerThatGotNothingIsUnknown() {
        shares.add(new Rung.Ring(0, FIRST, 5));

        assertThat(shares.queueAgeTimesOthers(3)).isNaN();
    }

    private void did(int worker, int times) {
        for (int i = 0; i < times; i++) {
            shares.add(new Rung.Ring(worker, FIRST, 1));
        }
    }
}
