package dev.carillon.benchmarks.failover;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Commits of leaders in the order of the log: which trigger, and whether it is the first of a term. */
final class Terms {
    private final List<Commit> commits = new ArrayList<>();

    private record Commit(Instant appended, String by, boolean isFirst) {}

    void add(Instant appended, String by, boolean isFirst) {
        commits.add(new Commit(appended, by, isFirst));
    }

    /**
     * For how many milliseconds no trigger committed a slice at the first change of leader after that moment: from the
     * last commit of the old leader to the first of the new one. Infinite if no other leader followed.
     */
    double gapAfter(Instant moment) {
        for (int i = 0; i < commits.size(); i++) {
            Commit first = commits.get(i);
            if (first.isFirst && first.appended.isAfter(moment)) {
                // The event of its first slice may come before that of its election, in the same transaction.
                for (int before = i - 1; before >= 0; before--) {
                    if (!commits.get(before).by.equals(first.by)) {
                        return (double) Duration.between(commits.get(before).appended, first.appended)
                                .toMillis();
                    }
                }
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
