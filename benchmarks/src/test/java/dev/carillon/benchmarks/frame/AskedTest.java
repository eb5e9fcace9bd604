package dev.carillon.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AskedTest {
    private static final List<String> KNOWN = List.of("raw", "dispatch", "punctual");

    @Test
    void aNameAloneIsOneRunOfFullSize() throws Asked.Misuse {
        assertThat(Asked.of(List.of("raw"), KNOWN)).isEqualTo(new Asked("raw", 1, 1, false));
    }

    @Test
    void optionsMayStandAnywhereAndWithAnEqualsSign() throws Asked.Misuse {
        assertThat(Asked.of(List.of("--runs", "5", "raw", "--json", "--scale=0.05"), KNOWN))
                .isEqualTo(new Asked("raw", 5, 0.05, true));
    }

    @Test
    void whatCannotBeActedOnIsAnsweredWithTheWayOut() {
        assertMisuse(List.of(), "name a benchmark; there are: dispatch, punctual, raw");
        assertMisuse(List.of("dispach"), "did you mean dispatch? there are: dispatch, punctual, raw");
        assertMisuse(List.of("raw", "--runs"), "--runs needs a whole number from 1 to 100 behind it");
        assertMisuse(List.of("raw", "--runs", "0"), "--runs 0: it has to be a whole number from 1 to 100");
        assertMisuse(List.of("raw", "--scale", "tiny"), "--scale tiny: it has to be a share above 0 such as 0.05");
        assertMisuse(List.of("raw", "--jsn"), "there is no option --jsn; usage: benchmarks/run");
        assertMisuse(List.of("raw", "dispatch"), "one benchmark at a time, not raw and dispatch");
    }

    @Test
    void someOptionsBelongToOneBenchmarkAlone() throws Asked.Misuse {
        Function<String, Set<String>> own = name -> name.equals("raw") ? Set.of("--rounds") : Set.of();

        assertThat(Asked.of(List.of("--rounds", "3", "raw"), KNOWN, own).own()).isEqualTo(Map.of("--rounds", "3"));
        assertThatThrownBy(() -> Asked.of(List.of("dispatch", "--rounds", "3"), KNOWN, own))
                .isInstanceOf(Asked.Misuse.class)
                .hasMessageContaining("there is no option --rounds of dispatch");
    }

    private static void assertMisuse(List<String> words, String message) {
        assertThatThrownBy(() -> Asked.of(words, KNOWN))
                .isInstanceOf(Asked.Misuse.class)
                .hasMessageContaining(message);
    }
}
