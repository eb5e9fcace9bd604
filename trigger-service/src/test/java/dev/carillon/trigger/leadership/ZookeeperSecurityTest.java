package dev.carillon.trigger.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.tls.ShellCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZookeeperSecurityTest {
    private static final String PATH = "/carillon/test/trigger/0/leader";
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String CANARY = "C4n4ry";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aLatchIsProtectedByTheLoginAndTakenOverIfItWasOpen() throws Exception {
        try (ZookeeperUnderTest zookeeper = ZookeeperUnderTest.open(folder);
                CuratorFramework stranger =
                        CuratorFrameworkFactory.newClient(zookeeper.address(), 4_000, 2_000, new RetryOneTime(100))) {
            stranger.start();
            // A node that an open trigger has left.
            stranger.create().creatingParentsIfNeeded().forPath(PATH);
            CuratorLeadership ours = leadership(zookeeper, login("carillon", CANARY));
            win(ours);

            assertThat(ours.term()).startsWith(PATH);
            List<ACL> anyone = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));
            String term = String.valueOf(ours.term());
            assertThatThrownBy(() -> stranger.create().forPath(PATH + "/mine")).isInstanceOf(NoAuthException.class);
            assertThatThrownBy(() -> stranger.delete().forPath(term)).isInstanceOf(NoAuthException.class);
            assertThatThrownBy(() -> stranger.setData().forPath(term)).isInstanceOf(NoAuthException.class);
            assertThatThrownBy(() -> stranger.getData().forPath(term)).isInstanceOf(NoAuthException.class);
            assertThatThrownBy(() -> stranger.setACL().withACL(anyone).forPath("/carillon/test"))
                    .isInstanceOf(NoAuthException.class);
            stranger.create().forPath("/carillon/another-namespace");

            refused(leadership(zookeeper, login("carillon", "wrong")), "the user carillon");
            refused(leadership(zookeeper, login("somebody", CANARY)), "the user somebody");
            refused(leadership(zookeeper, ZookeeperSecurity.NONE), "a client without a login");

            assertThat(trial(zookeeper, login("carillon", CANARY)).refused()).isNull();
            assertThat(trial(zookeeper, ZookeeperSecurity.NONE).refused()).contains("NoAuth");

            CuratorLeadership next = leadership(zookeeper, login("carillon", CANARY));
            next.connect(SOON);
            next.enter();
            ours.close();
            Eventually.that("the next one leads", SOON, () -> next.term() != null);
            next.close();
        }
    }

    @Test
    void latchWorksOverTlsWithAClientCertificate() throws Exception {
        ShellCertificates server = ShellCertificates.make(folder, "server");
        ShellCertificates client = ShellCertificates.make(folder, "client");
        try (ZookeeperUnderTest zookeeper = ZookeeperUnderTest.encrypted(folder, server, client.certificate())) {
            CuratorLeadership pem = leadership(
                    zookeeper,
                    security(Map.of(
                            "trigger.zookeeper-tls.ca-file",
                            server.certificate().toString(),
                            "trigger.zookeeper-tls.certificate-file",
                            client.both().toString(),
                            "trigger.zookeeper-username",
                            "carillon",
                            "trigger.zookeeper-password",
                            CANARY)));
            win(pem);
            pem.close();
            CuratorLeadership store = leadership(
                    zookeeper,
                    security(Map.of(
                            "trigger.zookeeper-tls.ca-file",
                            server.certificate().toString(),
                            "trigger.zookeeper-tls.certificate-file",
                            client.store().toString(),
                            "trigger.zookeeper-tls.key-password",
                            client.password(),
                            "trigger.zookeeper-username",
                            "carillon",
                            "trigger.zookeeper-password",
                            CANARY)));
            win(store);
            store.close();

            unreachable(
                    zookeeper,
                    security(Map.of(
                            "trigger.zookeeper-tls.ca-file",
                            client.certificate().toString(),
                            "trigger.zookeeper-tls.certificate-file",
                            client.both().toString())),
                    "check trigger.zookeeper-tls.ca-file");
            unreachable(zookeeper, ZookeeperSecurity.NONE, "set trigger.zookeeper-tls.ca-file");
        }
    }

    @Test
    void contradictionsNameBothSettingsAndNoSecret() {
        assertThat(problem(Map.of("trigger.zookeeper-password", CANARY)))
                .contains("trigger.zookeeper-username, trigger.zookeeper-password")
                .contains("trigger.zookeeper-username is not set");
        assertThat(problem(Map.of("trigger.zookeeper-username", "a:b", "trigger.zookeeper-password", CANARY)))
                .contains("has a colon");
        assertThat(problem(Map.of("trigger.zookeeper-tls.check-host-name", "false")))
                .contains("Set trigger.zookeeper-tls.ca-file too, which turns TLS on");
        assertThat(problem(Map.of("trigger.zookeeper-tls.ca-password", CANARY)))
                .contains("trigger.zookeeper-tls.ca-password, trigger.zookeeper-tls.ca-file");
        assertThat(problem(Map.of("trigger.zookeeper-tls.ca-file", "/absent/ca.pem")))
                .contains("does not exist");
    }

    private static CuratorLeadership leadership(ZookeeperUnderTest zookeeper, ZookeeperSecurity security) {
        return new CuratorLeadership(zookeeper.address(), PATH, "instance", Duration.ofSeconds(4), security);
    }

    private static TrialSession trial(ZookeeperUnderTest zookeeper, ZookeeperSecurity security) throws Exception {
        return new CuratorTrialSession(zookeeper.address(), PATH, Duration.ofSeconds(4), security).make(SOON);
    }

    private static void win(CuratorLeadership leadership) throws Exception {
        leadership.connect(SOON);
        leadership.enter();
        Eventually.that("it leads", SOON, () -> leadership.term() != null);
    }

    private static void refused(CuratorLeadership leadership, String client) {
        CodedException thrown = catchThrowableOfType(CodedException.class, () -> leadership.connect(SOON));
        leadership.close();
        assertThat(thrown.code()).isEqualTo(KitErrorCode.ZOOKEEPER_ACCESS_DENIED);
        assertThat(thrown).hasMessageContaining("denies " + client + " access to the node /carillon/test");
        assertThat(thrown.getMessage()).doesNotContain(CANARY);
    }

    private static void unreachable(ZookeeperUnderTest zookeeper, ZookeeperSecurity security, String hint) {
        CuratorLeadership leadership = leadership(zookeeper, security);
        CodedException thrown =
                catchThrowableOfType(CodedException.class, () -> leadership.connect(Duration.ofSeconds(2)));
        leadership.close();
        assertThat(thrown.code()).isEqualTo(KitErrorCode.ZOOKEEPER_UNREACHABLE);
        assertThat(thrown).hasMessageContaining(hint);
    }

    private static ZookeeperSecurity login(String username, String password) {
        return new ZookeeperSecurity(username, password, null, null, null, null, true);
    }

    private static ZookeeperSecurity security(Map<String, String> settings) {
        return ConfigLoader.of(ZookeeperSecurity.class)
                .flags(new HashMap<>(settings))
                .load()
                .get(ZookeeperSecurity.class);
    }

    private static String problem(Map<String, String> settings) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, () -> security(settings));
        assertThat(thrown.problems()).hasSize(1);
        assertThat(thrown.getMessage()).doesNotContain(CANARY);
        return String.valueOf(thrown.getMessage());
    }
}
