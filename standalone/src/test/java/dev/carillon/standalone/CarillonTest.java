package dev.carillon.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CarillonTest {
    private static final int JAVA_8 = 52;

    @Test
    void mainClassLoadsOnJava8() throws IOException {
        try (InputStream bytes =
                Objects.requireNonNull(Carillon.class.getResourceAsStream("/dev/carillon/standalone/Carillon.class"))) {
            byte[] head = bytes.readNBytes(8);
            assertThat(head[7]).isEqualTo((byte) JAVA_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "21", "25"})
    void newJavaIsEnough(String version) {
        assertThat(Carillon.isEnough(version)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "11", "16", "", "x"})
    void oldJavaIsRefused(String version) {
        assertThat(Carillon.isEnough(version)).isFalse();
    }

    @Test
    void refusalNamesVersionPlaceNeedAndFix() {
        assertThat(Carillon.tooOld("11", "/opt/jdk11"))
                .isEqualTo("carillon: this is Java 11 (/opt/jdk11), but Carillon needs Java 17 or newer;"
                        + " point JAVA_HOME at one [JAVA_TOO_OLD]");
    }
}
