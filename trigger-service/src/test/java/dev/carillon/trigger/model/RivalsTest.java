package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An election that all win at once, as when each trigger uses another ZooKeeper. */
class RivalsTest {
    private static final int MINUTES = 10;
    /** Each loses a term or two until it stands back. */
    private static final int TAKEOVERS_AT_MOST = 9;

    private final Random random = new Random(1);
    private final ModelCluster cluster = new ModelCluster(1);

    @BeforeEach
    void electAllInstances() {
        cluster.election.split = true;
    }

    @Test
    void instancesThatAreAllElectedDoNotFenceEachOtherInTurns() throws InterruptedException {
        defineRate(Duration.ofSeconds(1));
        run(Duration.ofMinutes(MINUTES));

        assertThat(cluster.epoch).as("takeovers").isLessThanOrEqualTo(TAKEOVERS_AT_MOST);
        assertThat(lag()).as("of the watermark").isLessThan(Duration.ofSeconds(2));
        Reading.judge(cluster);
    }

    @Test
    void neitherDoInstancesWithNothingToDo() throws InterruptedException {
        run(Duration.ofMinutes(MINUTES));

        assertThat(cluster.epoch).as("takeovers").isLessThanOrEqualTo(TAKEOVERS_AT_MOST);
    }

    @Test
    void anInstanceThatStoodBackLeadsWhenTheOtherFallsSilent() throws InterruptedException {
        defineRate(Duration.ofSeconds(1));
        run(Duration.ofMinutes(1));
        cluster.candidates.get(Objects.requireNonNull(cluster.leader())).stopped = true;
        run(Duration.ofSeconds(10));

        assertThat(lag()).as("of the watermark").isLessThan(Duration.ofSeconds(2));
    }

    private void defineRate(Duration every) {
        Schedule schedule = Schedule.of("rate-0", FiringRule.every(every), Work.of("shell", RawJson.NULL));
        cluster.define("rate-0", Kind.SCHEDULE.encode(schedule));
    }

    private void run(Duration time) throws InterruptedException {
        for (long i = 0; i < time.toMillis() / 50; i++) {
            cluster.clock.advance(Duration.ofMillis(50));
            cluster.round(random, true);
        }
    }

    private Duration lag() {
        Instant reached = cluster.committed
                .get(cluster.committed.size() - 1)
                .watermark()
                .reached()
                .due();
        return Duration.between(reached, cluster.clock.instant());
    }
}
