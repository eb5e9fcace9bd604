package dev.carillon.system.security;

import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Reads the table of SECURITY.md as the rights that an operator grants by it. */
final class RightsTable {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private RightsTable() {}

    static List<AclBinding> of(String role, String user, TopicNames names) throws IOException {
        String[] cells = Files.readAllLines(Path.of("..", "SECURITY.md")).stream()
                .filter(line -> line.startsWith("| " + role + " |"))
                .findFirst()
                .orElseThrow()
                .split("\\|", -1);
        String topics = names.namespace() + ".";
        List<AclBinding> all = new ArrayList<>();
        for (String part : cells[2].split(";", -1)) {
            boolean seen = part.strip().startsWith("describe");
            add(all, user, ResourceType.TOPIC, topics, part, seen ? AclOperation.DESCRIBE : AclOperation.READ);
        }
        for (String part : cells[3].split(";", -1)) {
            boolean own = part.strip().startsWith("its own");
            add(all, user, ResourceType.TOPIC, topics, part, own ? AclOperation.ALL : AclOperation.WRITE);
        }
        add(all, user, ResourceType.GROUP, "", cells[4], AclOperation.READ);
        add(all, user, ResourceType.TRANSACTIONAL_ID, "", cells[5], AclOperation.WRITE);
        return all;
    }

    private static void add(
            List<AclBinding> all, String user, ResourceType type, String before, String text, AclOperation operation) {
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            String name = quoted.group(1);
            String whole = name.startsWith(before) ? name : before + name;
            boolean prefix = name.endsWith(".") || name.endsWith("-");
            all.add(new AclBinding(
                    new ResourcePattern(type, whole, prefix ? PatternType.PREFIXED : PatternType.LITERAL),
                    new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)));
        }
    }
}
