package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.schemas.duration.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Judges whether triggers can elect a leader, and how soon the next one takes over. */
public final class ZookeeperCheck {
    private static final String ELSEWHERE = "name another address with --trigger.zookeeper=HOST:PORT";

    private ZookeeperCheck() {}

    public static List<Finding> judge(ZookeeperFact fact) {
        ZookeeperFact.Refusal refused = fact.refused();
        if (refused != null) {
            return List.of(
                    refused.address()
                            ? FindingKind.ZOOKEEPER_ADDRESS_BAD.found(refused.words(), ELSEWHERE)
                            : FindingKind.ZOOKEEPER_UNREACHABLE.found(
                                    "no ZooKeeper server granted a session at " + fact.connect() + " ("
                                            + refused.words() + ")",
                                    "start it, or " + ELSEWHERE));
        }
        List<Finding> findings = new ArrayList<>();
        Duration granted = fact.granted();
        if (granted != null) {
            findings.add(session(fact.asked(), granted, fact.connect()));
        }
        findings.add(
                fact.pathRefused() == null
                        ? Finding.good(fact.path() + " in ZooKeeper is writable")
                        : FindingKind.ZOOKEEPER_PATH_REFUSED.found(
                                fact.path() + " in ZooKeeper is not writable: " + fact.pathRefused(),
                                "grant this user write access, or set the trigger.zookeeper-username and"
                                        + " trigger.zookeeper-password of the triggers; the rights: zkCli.sh -server "
                                        + fact.connect()
                                        + " getAcl /carillon"));
        return findings;
    }

    private static Finding session(Duration asked, Duration granted, String connect) {
        String grant = "a session of " + DurationText.format(granted) + " was granted";
        int longer = granted.compareTo(asked);
        if (longer == 0) {
            return Finding.good("ZooKeeper answers at " + connect + "; " + grant);
        }
        String both = grant + ", not the requested " + DurationText.format(asked);
        return longer > 0
                ? FindingKind.ZOOKEEPER_SESSION_LONG.found(
                        both,
                        "lower tickTime or minSessionTimeout of the servers, or accept it: --trigger.latch-session="
                                + DurationText.format(granted))
                : FindingKind.ZOOKEEPER_SESSION_SHORT.found(
                        both,
                        "raise maxSessionTimeout of the servers, or accept it: --trigger.latch-session="
                                + DurationText.format(granted));
    }
}
