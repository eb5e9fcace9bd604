package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.LocalDirectory;
import dev.carillon.cli.doctor.fact.MachineFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.ArrayList;
import java.util.List;

/** Judges whether this machine can run a role. */
public final class MachineCheck {
    private static final int JAVA_NEEDED = 17;
    private static final long FILES_NEEDED = 4096;

    private MachineCheck() {}

    public static List<Finding> judge(MachineFact machine) {
        List<Finding> findings = new ArrayList<>();
        String java = "Java " + machine.java() + " (" + machine.vendor() + ")";
        findings.add(
                machine.java() >= JAVA_NEEDED
                        ? Finding.good(java)
                        : FindingKind.JAVA_OLD.found("this is " + java, "point JAVA_HOME at Java 17 or newer"));
        if (machine.files() >= 0) {
            findings.add(
                    machine.files() >= FILES_NEEDED
                            ? Finding.good("this process may open " + machine.files() + " files")
                            : FindingKind.FILES_FEW.found(
                                    "this process may open " + machine.files() + " files, should be " + FILES_NEEDED
                                            + " or more",
                                    "ulimit -n 65536, or LimitNOFILE=65536 in the systemd unit"));
        }
        machine.directories().forEach(directory -> findings.add(directory(directory)));
        return findings;
    }

    private static Finding directory(LocalDirectory directory) {
        String space = directory.path() + " (" + directory.key() + ") has " + SentenceParts.bytes(directory.usable())
                + " of " + SentenceParts.bytes(directory.total()) + " left";
        String elsewhere = "or name another directory with --" + directory.key() + "=DIR";
        if (!directory.writable()) {
            return FindingKind.DIRECTORY_UNWRITABLE.found(
                    "this user can't write to " + directory.path() + " (" + directory.key() + ")",
                    "create it and make it writable for the user that runs the collector, " + elsewhere);
        }
        return switch (DiskCheck.level(directory.total(), directory.usable())) {
            case FULL -> FindingKind.DISK_FULL.found(space, "free space there, " + elsewhere);
            case LOW -> FindingKind.DISK_LOW.found(space, "free space there, " + elsewhere);
            case ENOUGH -> Finding.good(space);
        };
    }
}
