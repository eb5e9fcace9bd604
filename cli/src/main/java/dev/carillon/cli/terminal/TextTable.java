package dev.carillon.cli.terminal;

import dev.carillon.insight.words.TextPieces;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rows under headings, each column as wide as its widest cell; the last one is not padded. */
public final class TextTable {
    private static final int WIDEST = 80;
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    public TextTable row(String... cells) {
        rows.add(Stream.of(cells).map(TextTable::printable).toList());
        return this;
    }

    /** Keys and names in records of other programs may be anything, also commands to the terminal. */
    private static String printable(String cell) {
        return cell.chars().anyMatch(Character::isISOControl) ? TextPieces.oneLine(cell) : cell;
    }

    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], Math.min(WIDEST, row.get(i).length()));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(i == 0 ? "" : GAP);
            line.append(i == row.size() - 1 ? row.get(i) : TextPieces.padded(row.get(i), widths[i]));
        }
        return line.toString().stripTrailing();
    }
}
