package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Judges whether the topics that are compacted within minutes stay small. */
public final class CompactionCheck {
    /** Four segments of 4 MB are usual; with far more, the log cleaner does not keep up. */
    private static final long MUCH = 64L * 1024 * 1024;

    private CompactionCheck() {}

    /**
     * Judges the sizes.
     *
     * @param sizes the bytes of the topics that are compacted within minutes
     */
    public static List<Finding> judge(Map<String, Long> sizes) {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(sizes).forEach((topic, bytes) -> {
            if (bytes > MUCH) {
                findings.add(FindingKind.COMPACTION_BEHIND.found(
                        topic + " takes " + SentenceParts.bytes(bytes) + " although it is compacted",
                        "check whether the brokers' log cleaner still runs: grep -i cleaner log-cleaner.log"));
            }
        });
        if (findings.isEmpty() && !sizes.isEmpty()) {
            findings.add(Finding.good("the compacted topics are small: a new leader reads them quickly"));
        }
        return findings;
    }
}
