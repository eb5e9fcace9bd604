package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.RightsFact;
import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Judges whether the doctor's user has the rights that the roles need. */
public final class RightsCheck {
    private RightsCheck() {}

    public static List<Finding> judge(TopicsFact topics, RightsFact rights, RoleRights roles, String address) {
        // Several roles may lack the same operation on the same topics, and one command grants it.
        Map<String, Set<String>> lacking = new LinkedHashMap<>();
        Set<String> stopped = new LinkedHashSet<>();
        roles.all()
                .forEach((role, needs) -> needs.forEach((name, operations) -> {
                    TopicFact topic = topics.found().get(name);
                    if (topic == null || topic.operations().isEmpty()) {
                        return;
                    }
                    for (String operation : operations) {
                        if (!topic.operations().contains(operation)) {
                            lacking.computeIfAbsent(operation, first -> new LinkedHashSet<>())
                                    .add(name);
                            stopped.add(role);
                        }
                    }
                }));
        List<Finding> findings = new ArrayList<>();
        lacking.forEach((operation, names) -> findings.add(missing(operation, names, stopped, address)));
        for (String refused : rights.refused()) {
            findings.add(FindingKind.RIGHTS_MISSING.found(
                    "this user may not use the " + refused,
                    "kafka-acls.sh --bootstrap-server " + address + " --add --allow-principal User:NAME --operation All"
                            + " --" + refused));
        }
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("this user may read and write all that the roles need, as far as Kafka reports"));
        }
        return findings;
    }

    private static Finding missing(String operation, Set<String> names, Set<String> roles, String address) {
        String spelled = operation.substring(0, 1) + operation.substring(1).toLowerCase(Locale.ROOT);
        return FindingKind.RIGHTS_MISSING.found(
                "this user may not " + operation.toLowerCase(Locale.ROOT) + " " + SentenceParts.some(names)
                        + ", and that stops " + String.join(", ", roles),
                "kafka-acls.sh --bootstrap-server " + address + " --add --allow-principal User:NAME --operation "
                        + spelled + " --topic " + String.join(" --topic ", names));
    }
}
