package dev.carillon.trigger.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CuratorLeadershipTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String LATCH = "/carillon/test/trigger/0/leader";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable ZooKeeper client;
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
                zookeeper.getConnectString(), LATCH, instance, Duration.ofSeconds(1), ZookeeperSecurity.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        one.close();
        two.close();
        if (client != null) {
            client.close();
        }
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
    void anInstanceThatIsNotQueuedSeesWhetherOthersAre() throws Exception {
        one.connect(SOON);
        two.connect(SOON);
        assertThat(one.hasOthersInLine()).isFalse();
        win(one);
        assertThat(two.hasOthersInLine()).isTrue();
        one.giveUpWithSession();
        Eventually.that("the queue is empty", SOON, () -> !two.hasOthersInLine());
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

    @Test
    void anInstanceQueuesAgainAfterItsNodeWasDeletedByHand() throws Exception {
        win(one);
        two.enter();
        Eventually.that("both stand in line", SOON, () -> inLine().size() == 2);
        deleteLast();

        // A latch that is about to read the queue notices by itself; one that has read it never does.
        check(two);
        check(two);
        check(two);

        Eventually.that("both stand in line", SOON, () -> inLine().size() == 2);
        assertThat(one.hasSuccessor()).isFalse();
        check(one);
        assertThat(one.hasSuccessor()).isTrue();
    }

    @Test
    void aTermGoesOnWhenItsNodeIsDeletedAndTheNextInLineWinsAnother() throws Exception {
        win(one);
        String term = one.term();
        CountDownLatch secondWon = new CountDownLatch(1);
        two.whenWon(secondWon::countDown);
        two.enter();
        Eventually.that("both stand in line", SOON, () -> inLine().size() == 2);
        delete(inLine().get(0));

        assertThat(secondWon.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) {
            check(one);
        }
        Eventually.that("both stand in line", SOON, () -> inLine().size() == 2);
        assertThat(one.term()).isEqualTo(term);
    }

    @Test
    void theOnlyInstanceWinsANewTermAfterItLostItsNode() throws Exception {
        win(one);
        String term = one.term();
        delete(inLine().get(0));
        for (int i = 0; i < 3; i++) {
            check(one);
        }

        Eventually.that("a new term is won", SOON, () -> one.term() != null && !Objects.equals(term, one.term()));
    }

    @Test
    void anEndedSessionIsFollowedByANewTermOfANewOne() throws Exception {
        win(one);
        String term = one.term();
        expireTheOnlySession();

        Eventually.that("a new term is won", SOON, () -> one.term() != null && !Objects.equals(term, one.term()));
        assertThat(inLine()).hasSize(1);
    }

    @Test
    void aCheckFindsNothingWrongWithInstancesQueuedOrNot() throws Exception {
        check(one);
        win(one);
        String term = one.term();
        for (int i = 0; i < 5; i++) {
            check(one);
        }
        assertThat(one.term()).isEqualTo(term);
        zookeeper.stop();
        Eventually.that("the connection is lost", SOON, () -> !one.isConnected());
        for (int i = 0; i < 5; i++) {
            check(one);
        }
        zookeeper.restart();
        Eventually.that("the connection is back", SOON, one::isConnected);
        assertThat(meters.counter("carillon.trigger.latch.requeued").count()).isZero();
    }

    /** A stop waits for the latch, and the latch waits for its listener. */
    @Test
    @Timeout(60)
    void aTermThatIsWonJustNowCanBeGivenUp() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        one.whenWon(() -> {
            called.countDown();
            awaitQuietly(gone);
            // This thread holds the latch's lock, and the one that gives up waits for it.
            assertThat(one.isConnected()).isTrue();
        });
        one.enter();
        assertThat(called.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Thread asker = new Thread(() -> one.giveUp(), "asker");
        asker.start();
        Eventually.that("the other waits for the latch", SOON, () -> asker.getState() == Thread.State.BLOCKED);
        assertThat(one.term()).isNull();
        gone.countDown();
        asker.join();
        assertThat(one.term()).isNull();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check(CuratorLeadership leadership) throws InterruptedException {
        new CuratorLatchWatch(leadership, meters).runOnce(Instant.EPOCH);
    }

    private List<String> inLine() throws Exception {
        try {
            return zookeeperClient().getChildren(LATCH, false).stream()
                    .sorted(Comparator.comparing(node -> node.substring(node.lastIndexOf('-'))))
                    .toList();
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private void deleteLast() throws Exception {
        List<String> all = inLine();
        delete(all.get(all.size() - 1));
    }

    private void delete(String node) throws Exception {
        zookeeperClient().delete(LATCH + "/" + node, -1);
    }

    private ZooKeeper zookeeperClient() throws Exception {
        ZooKeeper made = client;
        if (made == null) {
            made = new ZooKeeper(zookeeper.getConnectString(), 5_000, event -> {});
            client = made;
        }
        return made;
    }

    /** The server derives a session's password from its id, so this test can take the session over and end it. */
    private void expireTheOnlySession() throws Exception {
        Stat stat = new Stat();
        zookeeperClient().getData(LATCH + "/" + inLine().get(0), false, stat);
        byte[] password = new byte[16];
        new Random(stat.getEphemeralOwner() ^ 0XB3415C00L).nextBytes(password);
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper same = new ZooKeeper(
                zookeeper.getConnectString(),
                5_000,
                event -> connected.countDown(),
                stat.getEphemeralOwner(),
                password);
        assertThat(connected.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        same.close();
    }

    private static void win(CuratorLeadership leadership) throws InterruptedException {
        CountDownLatch won = new CountDownLatch(1);
        leadership.whenWon(won::countDown);
        leadership.enter();
        assertThat(won.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
