package dev.carillon.worker.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineLoadTest {
    private static final Path NOWHERE = Path.of("no/such/file");

    @Test
    void theShareOfAllCoresIsRounded() {
        assertThat(new MachineLoad(() -> 0.123456, NOWHERE).cpu()).isEqualTo(0.123);
        assertThat(new MachineLoad(() -> 0, NOWHERE).cpu()).isZero();
    }

    @Test
    void whatTheSystemDoesNotTellIsUnknown() {
        assertThat(new MachineLoad(() -> -1, NOWHERE).cpu()).isNull();
        assertThat(new MachineLoad(() -> Double.NaN, NOWHERE).cpu()).isNull();
        assertThat(new MachineLoad(() -> 0, NOWHERE).networkBytes()).isNull();
    }

    @Test
    void bytesOfAllInterfacesButLoopbackAreAdded(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("dev"), """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop
                lo: 5000000    9000    0    0    0     0          0         0  5000000    9000    0    0
              eth0:    1000      10    0    0    0     0          0         0      200       4    0    0
              eth1:30 1 0 0 0 0 0 0 7 1 0 0
            """);
        assertThat(new MachineLoad(() -> 0, file).networkBytes()).isEqualTo(1_237);
    }

    @Test
    void thisProcessHasMemoryInUse() {
        assertThat(MachineLoad.ofThisProcess().memory()).isPositive();
    }
}
