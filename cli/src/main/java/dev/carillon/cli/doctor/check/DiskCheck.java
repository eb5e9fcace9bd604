package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.BrokerDisk;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.ArrayList;
import java.util.List;

/** Judges the free space of the brokers' log directories. */
public final class DiskCheck {
    private static final long MB = 1024 * 1024;
    /** Below this a few segments or a compaction of a store fill the disk. */
    private static final long FULL = 100 * MB;

    private static final long LOW = 1024 * MB;
    private static final int LOW_PERCENT = 5;

    private DiskCheck() {}

    /** How much space is left. */
    enum Level {
        ENOUGH,
        LOW,
        FULL
    }

    static Level level(long total, long usable) {
        if (usable < 0) {
            return Level.ENOUGH;
        }
        if (usable < FULL) {
            return Level.FULL;
        }
        boolean low = usable < LOW || (total > 0 && usable < total / 100 * LOW_PERCENT);
        return low ? Level.LOW : Level.ENOUGH;
    }

    public static List<Finding> judge(List<BrokerDisk> disks) {
        List<Finding> findings = new ArrayList<>();
        for (BrokerDisk disk : disks) {
            String where = disk.path() + " of broker " + disk.broker();
            String space = where + " has " + SentenceParts.bytes(disk.usable()) + " of "
                    + SentenceParts.bytes(disk.total()) + " left";
            if (disk.failure() != null) {
                findings.add(FindingKind.BROKER_DISK_FAILED.found(
                        where + " has failed: " + disk.failure(), "replace or mount the disk, and restart the broker"));
                continue;
            }
            String fix = "free space, or add a disk to log.dirs of broker " + disk.broker();
            findings.add(
                    switch (level(disk.total(), disk.usable())) {
                        case FULL -> FindingKind.BROKER_DISK_FULL.found(space, fix);
                        case LOW -> FindingKind.BROKER_DISK_LOW.found(space, fix);
                        case ENOUGH -> Finding.good(space);
                    });
        }
        return findings;
    }
}
