package dev.carillon.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights that the doctor checks are those that SECURITY.md tells operators to grant. */
class RoleRightsPageTest {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final int READS = 2;
    private static final int WRITES = 3;

    private final TopicNames names = new TopicNames("carillon");
    private final List<TopicSpec> topics = new TopicCatalogue(names, 2).all(List.of(QueueName.DEFAULT));

    @ParameterizedTest
    @ValueSource(strings = {"trigger", "worker", "collector"})
    void thePageGrantsTheRightsThatTheDoctorChecks(String role) throws IOException {
        String[] cells = row(role);
        assertThat(needed(role, RoleRights.READ)).isEqualTo(allowed(cells[READS]));
        assertThat(needed(role, RoleRights.WRITE)).isEqualTo(allowed(cells[WRITES]));
    }

    private Set<String> needed(String role, String operation) {
        return Objects.requireNonNull(new RoleRights(names, topics).all().get(role)).entrySet().stream()
                .filter(need -> need.getValue().contains(operation))
                .map(need -> need.getKey())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The topics that a cell names before its first semicolon. */
    private Set<String> allowed(String cell) {
        Set<String> allowed = new TreeSet<>();
        QUOTED.matcher(cell.split(";", -1)[0])
                .results()
                .map((MatchResult found) -> names.namespace() + "." + found.group(1))
                .forEach(name -> topics.stream()
                        .map(TopicSpec::name)
                        .filter(topic -> name.endsWith(".") ? topic.startsWith(name) : topic.equals(name))
                        .forEach(allowed::add));
        return allowed;
    }

    private static String[] row(String role) throws IOException {
        return Files.readAllLines(Path.of("..", "SECURITY.md")).stream()
                .filter(line -> line.startsWith("| " + role + " |"))
                .findFirst()
                .orElseThrow()
                .split("\\|", -1);
    }
}
