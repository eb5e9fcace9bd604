package dev.carillon.standalone.doctor;

import java.util.ArrayList;
import java.util.List;

/** Whether there is room where brokers write. */
final class DiskCheck {
    private static final long MB = 1024 * 1024;
    /** Below this a few segments or a compaction of a store fill the disk. */
    private static final long FULL = 100 * MB;

    private static final long LOW = 1024 * MB;
    private static final int LOW_PERCENT = 5;

    private DiskCheck() {}

    /** How much room is left, in three steps. */
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

    static List<Finding> judge(List<BrokerDisk> disks) {
        List<Finding> findings = new ArrayList<>();
        for (BrokerDisk disk : disks) {
            String where = disk.path() + " of broker " + disk.broker();
            String room = where + " has " + Words.bytes(disk.usable()) + " of " + Words.bytes(disk.total()) + " left";
            if (disk.failure() != null) {
                findings.add(Trouble.BROKER_DISK_FAILED.found(
                        where + " has failed: " + disk.failure(), "replace or mount the disk, and restart the broker"));
                continue;
            }
            String fix = "free room, or add a disk to log.dirs of broker " + disk.broker();
            findings.add(
                    switch (level(disk.total(), disk.usable())) {
                        case FULL -> Trouble.BROKER_DISK_FULL.found(room, fix);
                        case LOW -> Trouble.BROKER_DISK_LOW.found(room, fix);
                        case ENOUGH -> Finding.good(room);
                    });
        }
        return findings;
    }
}
