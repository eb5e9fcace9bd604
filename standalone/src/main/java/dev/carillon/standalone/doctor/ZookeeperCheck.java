package dev.carillon.standalone.doctor;

import dev.carillon.schemas.json.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether triggers can choose a leader, and how quickly the next one leads. */
final class ZookeeperCheck {
    private static final String ELSEWHERE = "name another address with --trigger.zookeeper=HOST:PORT";

    private ZookeeperCheck() {}

    static List<Finding> judge(ZookeeperFact visit) {
        ZookeeperFact.Refusal refused = visit.refused();
        if (refused != null) {
            return List.of(
                    refused.address()
                            ? Trouble.ZOOKEEPER_ADDRESS_BAD.found(refused.words(), ELSEWHERE)
                            : Trouble.ZOOKEEPER_UNREACHABLE.found(
                                    "no ZooKeeper server gives a session at " + visit.connect() + " (" + refused.words()
                                            + ")",
                                    "start it, or " + ELSEWHERE));
        }
        List<Finding> findings = new ArrayList<>();
        Duration granted = visit.granted();
        if (granted != null) {
            findings.add(session(visit.asked(), granted, visit.connect()));
        }
        findings.add(
                visit.pathRefused() == null
                        ? Finding.good(visit.path() + " in ZooKeeper can be written")
                        : Trouble.ZOOKEEPER_PATH_REFUSED.found(
                                "nothing can be written to " + visit.path() + " in ZooKeeper: " + visit.pathRefused(),
                                "allow it there, or set trigger.zookeeper-username and trigger.zookeeper-password as the"
                                        + " triggers have them: zkCli.sh -server " + visit.connect()
                                        + " getAcl /carillon"));
        return findings;
    }

    private static Finding session(Duration asked, Duration granted, String connect) {
        String words = "a session of " + Durations.format(granted) + " was granted";
        int longer = granted.compareTo(asked);
        if (longer == 0) {
            return Finding.good("ZooKeeper answers at " + connect + "; " + words);
        }
        String both = words + ", " + Durations.format(asked) + " was asked for";
        return longer > 0
                ? Trouble.ZOOKEEPER_SESSION_LONG.found(
                        both,
                        "lower tickTime or minSessionTimeout of the servers, or say so: --trigger.latch-session="
                                + Durations.format(granted))
                : Trouble.ZOOKEEPER_SESSION_SHORT.found(
                        both,
                        "raise maxSessionTimeout of the servers, or say so: --trigger.latch-session="
                                + Durations.format(granted));
    }
}
