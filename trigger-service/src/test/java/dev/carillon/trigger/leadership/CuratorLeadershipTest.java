package dev.carillon.trigger.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CuratorLeadershipTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private TestingServer zookeeper;
    private CuratorLeadership one;
    private CuratorLeadership two;

    @BeforeEach
    void start() throws Exception {
        // A short tick, as sessions last at least two of them.
        InstanceSpec spec = new InstanceSpec(null, -1, -1, -1, true, -1, 100, -1);
        zookeeper = new TestingServer(spec, true);
        one = leadership("one");
        two = leadership("two");
    }

    private CuratorLeadership leadership(String instance) {
        return new CuratorLeadership(
                zookeeper.getConnectString(),
                "/carillon/test/trigger/0/leader",
                instance,
                Duration.ofSeconds(1),
                ZookeeperSecurity.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        one.close();
        two.close();
        zookeeper.close();
    }

    @Test
    void oneWinsAndTheOtherFollowsWhenItGivesUp() throws Exception {
        CountDownLatch secondWon = new CountDownLatch(1);
        win(one);
        two.whenWon(secondWon::countDown);
        two.enter();
        assertThat(two.term()).isNull();

        one.giveUp();

        assertThat(secondWon.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(two.term()).isNotNull();
        assertThat(one.term()).isNull();
    }

    @Test
    void aLostConnectionEndsNoTermAndTheSamePathIsNotNewlyWon() throws Exception {
        win(one);
        String term = one.term();

        zookeeper.stop();
        Eventually.that("the connection is lost", SOON, () -> !one.isConnected());
        assertThat(one.term()).isEqualTo(term);

        zookeeper.restart();
        Eventually.that("the connection is back", SOON, one::isConnected);
        assertThat(one.term()).isNotNull();
    }

    @Test
    void queueingAgainWinsANewTerm() throws Exception {
        win(one);
        String first = one.term();

        one.giveUpWithSession();
        assertThat(one.term()).isNull();
        win(one);

        assertThat(one.term()).isNotNull().isNotEqualTo(first);
    }

    private static void win(CuratorLeadership leadership) throws InterruptedException {
        CountDownLatch won = new CountDownLatch(1);
        leadership.whenWon(won::countDown);
        leadership.enter();
        assertThat(won.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
