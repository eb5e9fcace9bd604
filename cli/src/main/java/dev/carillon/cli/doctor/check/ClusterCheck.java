package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.ClusterFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Judges the Kafka version, the number of brokers, and the limits that brokers set for clients. */
public final class ClusterCheck {
    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);
    private static final int NEWEST_KNOWN = 30;
    /** The lowest metadata.version of each Kafka version, newest first. */
    private static final Map<Integer, String> VERSIONS = versions();

    private static final int OLDEST_TESTED = 26;
    private static final int SAFE_TRANSACTIONS = 2;

    private ClusterCheck() {}

    private static Map<Integer, String> versions() {
        Map<Integer, String> versions = new LinkedHashMap<>();
        versions.put(NEWEST_KNOWN, "4.3");
        versions.put(28, "4.2");
        versions.put(OLDEST_TESTED, "4.1");
        versions.put(22, "4.0");
        versions.put(21, "3.9");
        versions.put(20, "3.8");
        versions.put(15, "3.7");
        versions.put(0, "3.6 or older");
        return versions;
    }

    /** Judges the cluster; {@code sessions} holds the session timeouts of Carillon's groups, by their setting. */
    public static List<Finding> judge(ClusterFact cluster, String address, Map<String, Duration> sessions) {
        List<Finding> findings = new ArrayList<>();
        findings.add(version(cluster, address));
        findings.add(
                cluster.brokers().size() == 1
                        ? FindingKind.BROKER_ALONE.found(
                                "there is only one broker", "run three or more brokers where losing work matters")
                        : Finding.good(cluster.brokers().size() + " brokers are alive"));
        findings.add(transactions(cluster, address));
        Map<String, String> settings = cluster.settings();
        if (settings == null) {
            findings.add(FindingKind.NOT_CHECKED.found(
                    "could not read the brokers' settings: this user may not see them",
                    "grant this user DescribeConfigs on the cluster"));
            return findings;
        }
        findings.add(longestTransaction(settings, address));
        sessions.forEach((key, session) -> findings.add(session(settings, key, session)));
        return findings;
    }

    private static Finding version(ClusterFact cluster, String address) {
        int level = cluster.finalised().getOrDefault(ClusterFact.METADATA, 0);
        String version = VERSIONS.entrySet().stream()
                .filter(known -> level >= known.getKey())
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse("unknown");
        String finding = "cluster " + cluster.id() + " is at Kafka " + version
                + (level == 0 ? "" : " (metadata.version " + level + ")");
        return level >= OLDEST_TESTED
                ? Finding.good(finding)
                : FindingKind.KAFKA_TOO_OLD.found(
                        finding,
                        "upgrade the brokers, then: kafka-features.sh --bootstrap-server " + address
                                + " upgrade --release-version 4.1");
    }

    private static Finding transactions(ClusterFact cluster, String address) {
        int level = cluster.finalised().getOrDefault(ClusterFact.TRANSACTIONS, 0);
        return level >= SAFE_TRANSACTIONS
                ? Finding.good("transaction.version is " + level + ": each transaction has its own epoch")
                : FindingKind.TRANSACTIONS_OLD.found(
                        "transaction.version is " + level + ", should be " + SAFE_TRANSACTIONS,
                        "kafka-features.sh --bootstrap-server " + address + " upgrade --feature transaction.version="
                                + SAFE_TRANSACTIONS);
    }

    private static Finding longestTransaction(Map<String, String> settings, String address) {
        long millis = number(settings, "transaction.max.timeout.ms", 0);
        return millis <= LONGEST_TRANSACTION.toMillis()
                ? Finding.good("no transaction can stay open for longer than " + millis / 1000 + " s")
                : FindingKind.TRANSACTIONS_LONG.found(
                        "transaction.max.timeout.ms is " + millis + ", should be at most "
                                + LONGEST_TRANSACTION.toMillis(),
                        "kafka-configs.sh --bootstrap-server " + address
                                + " --alter --entity-type brokers --entity-default --add-config"
                                + " transaction.max.timeout.ms=60000, or set it in server.properties");
    }

    private static Finding session(Map<String, String> settings, String key, Duration session) {
        long least = number(settings, "group.min.session.timeout.ms", 0);
        long most = number(settings, "group.max.session.timeout.ms", Long.MAX_VALUE);
        long asked = session.toMillis();
        return asked >= least && asked <= most
                ? Finding.good("the brokers allow " + key + " of " + asked / 1000.0 + " s")
                : FindingKind.GROUP_SESSION_REFUSED.found(
                        key + " is " + asked + " ms, and the brokers allow " + least + " to " + most + " ms",
                        "--" + key + "=" + (asked < least ? least : most)
                                + "ms, or change group." + (asked < least ? "min" : "max")
                                + ".session.timeout.ms on the brokers");
    }

    private static long number(Map<String, String> settings, String name, long fallback) {
        String value = settings.get(name);
        return value == null ? fallback : Long.parseLong(value);
    }
}
