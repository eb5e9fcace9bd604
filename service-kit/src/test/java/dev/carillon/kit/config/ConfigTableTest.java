package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigTableTest {
    @Test
    void everySettingIsARow() {
        KeyDescription key = new KeyDescription(
                "a.b-c", "CARILLON_A_B_C", "one of x, y", "x", "", "x | y\nmatters", "y", "flag --a.b-c");
        KeyDescription other =
                new KeyDescription("d", "CARILLON_D", "duration", "", "1s to 1m", "patience", "", "not set");
        assertThat(ConfigTable.markdown(List.of(key, other))).isEqualTo("""
                        | key | environment | type | default | allowed | why change it |
                        |---|---|---|---|---|---|
                        | `a.b-c` | `CARILLON_A_B_C` | one of x, y | `x` |  | x \\| y matters |
                        | `d` | `CARILLON_D` | duration |  | 1s to 1m | patience |
                        """);
    }
}
