package dev.carillon.standalone.doctor;

import java.util.ArrayList;
import java.util.List;

/** Whether this machine can run a role. */
final class MachineCheck {
    private static final int JAVA_NEEDED = 17;
    private static final long FILES_NEEDED = 4096;

    private MachineCheck() {}

    static List<Finding> judge(MachineFact machine) {
        List<Finding> findings = new ArrayList<>();
        String java = "Java " + machine.java() + " (" + machine.vendor() + ")";
        findings.add(
                machine.java() >= JAVA_NEEDED
                        ? Finding.good(java)
                        : Trouble.JAVA_OLD.found("this is " + java, "point JAVA_HOME at Java 17 or newer"));
        if (machine.files() >= 0) {
            findings.add(
                    machine.files() >= FILES_NEEDED
                            ? Finding.good("this process may open " + machine.files() + " files")
                            : Trouble.FILES_FEW.found(
                                    "this process may open " + machine.files() + " files, should be " + FILES_NEEDED
                                            + " or more",
                                    "ulimit -n 65536, or LimitNOFILE=65536 in the systemd unit"));
        }
        machine.rooms().forEach(room -> findings.add(room(room)));
        return findings;
    }

    private static Finding room(Room room) {
        String words = room.path() + " (" + room.key() + ") has " + Words.bytes(room.usable()) + " of "
                + Words.bytes(room.total()) + " left";
        String elsewhere = "or name another directory with --" + room.key() + "=DIR";
        if (!room.writable()) {
            return Trouble.DIRECTORY_UNWRITABLE.found(
                    room.path() + " (" + room.key() + ") can't be written by this user",
                    "make it and give it to the user that runs the collector, " + elsewhere);
        }
        return switch (DiskCheck.level(room.total(), room.usable())) {
            case FULL -> Trouble.DISK_FULL.found(words, "free room there, " + elsewhere);
            case LOW -> Trouble.DISK_LOW.found(words, "free room there, " + elsewhere);
            case ENOUGH -> Finding.good(words);
        };
    }
}
