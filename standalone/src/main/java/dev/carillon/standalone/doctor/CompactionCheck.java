package dev.carillon.standalone.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the small compacted topics are small. */
final class CompactionCheck {
    /** Four segments of 4 MB are usual; more of them is a cleaner that does not come by. */
    private static final long MUCH = 64L * 1024 * 1024;

    private CompactionCheck() {}

    /**
     * Judges the sizes.
     *
     * @param sizes the bytes of the topics that are compacted within minutes
     */
    static List<Finding> judge(Map<String, Long> sizes) {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(sizes).forEach((topic, bytes) -> {
            if (bytes > MUCH) {
                findings.add(Trouble.COMPACTION_BEHIND.found(
                        topic + " is compacted and yet takes " + Words.bytes(bytes),
                        "look whether the brokers' log cleaner still runs: grep -i cleaner log-cleaner.log"));
            }
        });
        if (findings.isEmpty() && !sizes.isEmpty()) {
            findings.add(Finding.good("the compacted topics are small: a takeover reads them at once"));
        }
        return findings;
    }
}
