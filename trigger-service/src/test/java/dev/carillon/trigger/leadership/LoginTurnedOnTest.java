package dev.carillon.trigger.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Running triggers are given a login, one after the other. */
class LoginTurnedOnTest {
    private static final String PATH = "/carillon/test/trigger/0/leader";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private ZookeeperUnderTest zookeeper;

    @SuppressWarnings("NullAway.Init")
    private CuratorLeadership old;

    @SuppressWarnings("NullAway.Init")
    private CuratorLeadership withLogin;

    @BeforeEach
    void oneLeadsAndOneHasALoginFromNowOn() throws Exception {
        zookeeper = ZookeeperUnderTest.open(folder);
        old = leadership(ZookeeperSecurity.NONE);
        withLogin = leadership(new ZookeeperSecurity("carillon", "secret", null, null, null, null, true));
        old.connect(SOON);
        old.enter();
        Eventually.that("the old one leads", SOON, () -> old.term() != null);
        withLogin.connect(SOON);
        withLogin.enter();
    }

    @AfterEach
    void close() {
        old.close();
        withLogin.close();
        zookeeper.close();
    }

    @Test
    void aLeaderWithoutTheLoginReportsItAndLetsAnotherLead() {
        String term = old.term();
        Eventually.that("the new one leads", SOON, () -> checked() && withLogin.term() != null);

        assertThat(old.refused()).contains("trigger.zookeeper-username", PATH);
        assertThat(old.term()).as("goes on until it is fenced").isEqualTo(term);
        assertThat(withLogin.refused()).isNull();
    }

    @Test
    void anInstanceWithoutTheLoginKeepsNoOtherFromLeading() {
        old.giveUp();
        old.enter();
        Eventually.that("the new one leads", SOON, () -> checked() && withLogin.term() != null);

        assertThat(old.refused()).isNotNull();
        assertThat(old.term()).isNull();
    }

    /** The check that the watch makes each second. */
    private boolean checked() throws InterruptedException {
        assertThat(old.requeueIfMissing()).isFalse();
        return true;
    }

    private CuratorLeadership leadership(ZookeeperSecurity security) {
        return new CuratorLeadership(zookeeper.address(), PATH, "instance", Duration.ofSeconds(4), security);
    }
}
