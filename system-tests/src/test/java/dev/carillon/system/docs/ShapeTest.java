package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {
    private static final List<String> PRINTED = List.of(
            "\u001b[1mCarillon is up\u001b[0m (ready in 6.6 s)",
            "  Kafka      127.0.0.1:39092",
            "  Data       /var/folders/x/carillon-up-9547042206327210756 (deleted at the end)",
            "11:31:02  flaky succeeded on attempt 3 after failing twice, 3.2 s after its time",
            "2026-11-18T11:31:07Z  SUCCEEDED    echo-hi:2026-11-18T11:31:07.368229979Z  took 250 ms (attempt 1)");

    @Test
    void timesPortsPlacesAndSpacesMayDiffer() {
        assertThat(Shape.firstMissing("""
                        Carillon is up (ready in 5.1 s)
                          Kafka  127.0.0.1:9092
                          Data   /tmp/carillon-up-1 (deleted at the end)
                        09:38:07 flaky succeeded on attempt 3 after failing twice, 2 s after its time
                        2026-01-01T00:00:00Z SUCCEEDED echo-hi:2026-01-01T00:00:00Z~k3f5q2xa took 1 s (attempt 1)
                        """, PRINTED)).isEmpty();
    }

    @Test
    void otherWordsAttemptsAndOrdersAreSeen() {
        assertThat(Shape.firstMissing("Carillon is ready", PRINTED)).isEqualTo("Carillon is ready");
        assertThat(Shape.firstMissing("09:38:07 flaky succeeded on attempt 2 …", PRINTED))
                .isNotEmpty();
        assertThat(Shape.firstMissing("Kafka 127.0.0.1:1\nCarillon is up (ready in 1 s)", PRINTED))
                .isEqualTo("Carillon is up (ready in 1 s)");
    }

    @Test
    void whatIsLeftOutMayBeAnything() {
        assertThat(Shape.firstMissing("Carillon is up …\n…\n… flaky … 3 after …", PRINTED))
                .isEmpty();
    }
}
