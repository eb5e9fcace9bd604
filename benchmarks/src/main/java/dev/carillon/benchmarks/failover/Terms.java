package dev.carillon.benchmarks.failover;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What leaders have committed, in the order of the log: who it was, and whether it was the first of a term. */
final class Terms {
    private final List<Commit> commits = new ArrayList<>();

    private record Commit(Instant appended, String by, boolean isFirst) {}

    void add(Instant appended, String by, boolean isFirst) {
        commits.add(new Commit(appended, by, isFirst));
    }

    /**
     * For how many milliseconds nobody committed anything when a leader was followed by another one after that moment: from
     * the last that the one committed to the first of the other. Without end if no other one followed.
     */
    double gapAfter(Instant moment) {
        for (int i = 0; i < commits.size(); i++) {
            Commit first = commits.get(i);
            if (first.isFirst && first.appended.isAfter(moment)) {
                // Its first slice may have been told before its election, in the same transaction.
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
