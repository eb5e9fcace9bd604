package dev.carillon.standalone.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Whether the user that the doctor runs as may do what the roles have to. */
final class RightsCheck {
    private RightsCheck() {}

    static List<Finding> judge(TopicsFact topics, RightsFact rights, RoleRights roles, String address) {
        // The same operation on the same topic is missing for several roles at once, and one command allows it.
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
            findings.add(Trouble.RIGHTS_MISSING.found(
                    "this user may not use the " + refused,
                    "kafka-acls.sh --bootstrap-server " + address + " --add --allow-principal User:NAME --operation All"
                            + " --" + refused));
        }
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("this user may read and write what all roles have to, as far as Kafka tells"));
        }
        return findings;
    }

    private static Finding missing(String operation, Set<String> names, Set<String> roles, String address) {
        String spelled = operation.substring(0, 1) + operation.substring(1).toLowerCase(Locale.ROOT);
        return Trouble.RIGHTS_MISSING.found(
                "this user may not " + operation.toLowerCase(Locale.ROOT) + " " + Words.some(names)
                        + ", and that stops " + String.join(", ", roles),
                "kafka-acls.sh --bootstrap-server " + address + " --add --allow-principal User:NAME --operation "
                        + spelled + " --topic " + String.join(" --topic ", names));
    }
}
