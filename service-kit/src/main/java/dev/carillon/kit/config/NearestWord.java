package dev.carillon.kit.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that is nearest to a mistyped one, for "did you mean". */
public final class NearestWord {
    /** Words longer than any key are not compared, as the work grows with the square of the length. */
    private static final int LONGEST_COMPARED = 200;

    private NearestWord() {}

    /** The nearest of the known words, if at most a third of the word's letters (and at least two) differ. */
    public static Optional<String> to(String word, Collection<String> known) {
        if (word.length() > LONGEST_COMPARED) {
            return Optional.empty();
        }
        int allowed = Math.max(2, word.length() / 3);
        return known.stream()
                .filter(candidate -> Math.abs(candidate.length() - word.length()) <= allowed)
                .filter(candidate -> distance(word, candidate) <= allowed)
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The edit distance, where a swap of neighbours counts as one edit; case is ignored. */
    static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j] + 1, Math.min(cost[i][j - 1] + 1, cost[i - 1][j - 1] + same));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
