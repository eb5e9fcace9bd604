package dev.carillon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCellAndNoLineEndsWithBlanks() {
        List<String> lines = new TextTable("TASK", "STATE", "NEXT")
                .row("a", "paused", "")
                .row("longer-name", "on", "in 5 min")
                .lines();
        assertThat(lines)
                .containsExactly("TASK         STATE   NEXT", "a            paused", "longer-name  on      in 5 min");
    }

    @Test
    void aTableWithoutRowsIsItsHeadings() {
        assertThat(new TextTable("TASK", "STATE").lines()).containsExactly("TASK  STATE");
    }

    /** One cell of hundreds of characters must not push the columns of all other rows off the screen. */
    @Test
    void aHugeCellWidensOnlyItsOwnRow() {
        String huge = "x".repeat(500);
        List<String> lines = new TextTable("WHEN", "TYPE")
                .row(huge, "http")
                .row("short", "shell")
                .lines();
        assertThat(lines.get(0)).isEqualTo("WHEN" + " ".repeat(78) + "TYPE");
        assertThat(lines.get(1)).isEqualTo(huge + "  http");
        assertThat(lines.get(2)).hasSize(80 + 2 + "shell".length()).endsWith("shell");
    }

    @Test
    void emptyCellsInTheMiddleKeepTheColumnsBehindThem() {
        assertThat(new TextTable("A", "B", "C").row("1", "", "3").lines()).containsExactly("A  B  C", "1     3");
    }

    @Test
    void theLastColumnIsNotPaddedToAWiderOne() {
        List<String> lines = new TextTable("A", "WHY")
                .row("1", "x".repeat(300))
                .row("2", "y")
                .lines();
        assertThat(lines.get(0)).isEqualTo("A  WHY");
        assertThat(lines.get(2)).isEqualTo("2  y");
    }
}
