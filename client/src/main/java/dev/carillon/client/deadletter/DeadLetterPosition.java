package dev.carillon.client.deadletter;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a dead letter: {@code dead-letters-3@17}. */
public record DeadLetterPosition(int partition, long offset) implements Comparable<DeadLetterPosition> {
    private static final Pattern SPELLING = Pattern.compile("(?:.*dead-letters-)?([0-9]{1,6})@([0-9]{1,18})");
    private static final Comparator<DeadLetterPosition> ORDER =
            Comparator.comparingInt(DeadLetterPosition::partition).thenComparingLong(DeadLetterPosition::offset);

    /** Parses a position; empty for other texts, such as an execution key. */
    public static Optional<DeadLetterPosition> find(String text) {
        Matcher matcher = SPELLING.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new DeadLetterPosition(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    ClientException notThere() {
        return new ClientException(
                ClientProblem.NO_SUCH_LETTER,
                "there is no dead letter at " + this
                        + ": it was never written or is older than 30 days; see them with: carillon dlq list --all");
    }

    @Override
    public int compareTo(DeadLetterPosition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "dead-letters-" + partition + "@" + offset;
    }
}
