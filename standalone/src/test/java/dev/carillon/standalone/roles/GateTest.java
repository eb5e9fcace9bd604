package dev.carillon.standalone.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.net.UnusedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class GateTest {
    @Test
    void gateOpensWhenOneOfTheServersListens() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String connect = "127.0.0.1:" + UnusedPort.onLoopback() + ",127.0.0.1:" + server.getLocalPort() + "/chroot";
            ZookeeperGate gate = new ZookeeperGate(connect, Duration.ZERO);
            gate.start();
            assertThat(gate.state()).isEqualTo(ServiceState.RUNNING);
            gate.stop(Duration.ofSeconds(1));
        }
    }

    @Test
    void gateGivesUpWithOneClearSentence() throws IOException {
        String connect = "127.0.0.1:" + UnusedPort.onLoopback();
        assertThatThrownBy(() -> new ZookeeperGate(connect, Duration.ZERO).start())
                .hasMessageStartingWith("no ZooKeeper server answers at " + connect)
                .hasMessageEndingWith("Start it, or name another address with --trigger.zookeeper");
    }

    @Test
    void addressThatIsNoneIsNamed() {
        assertThatThrownBy(() -> new ZookeeperGate("127.0.0.1:x", Duration.ZERO).start())
                .hasMessageContaining("127.0.0.1:x is not host:port");
    }
}
