package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicSpec;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Created topics match the contract in names, partitions and settings. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
@Timeout(120)
final class TopicsTest {

    @Test
    void createdTopicsAreThoseOfTheCatalogue(RunningCarillon carillon) throws Exception {
        List<TopicSpec> catalogue =
                new TopicCatalogue(carillon.names(), carillon.partitions()).all(List.of(QueueName.DEFAULT));
        try (Admin admin = carillon.clients().admin("test")) {
            Map<String, TopicDescription> described =
                    admin.describeTopics(ours(admin, carillon)).allTopicNames().get();
            assertThat(described.keySet())
                    .containsExactlyInAnyOrderElementsOf(
                            catalogue.stream().map(TopicSpec::name).toList());
            for (TopicSpec spec : catalogue) {
                assertThat(Objects.requireNonNull(described.get(spec.name())).partitions())
                        .as(spec.name())
                        .hasSize(spec.partitions());
                assertThat(configs(admin, spec)).as(spec.name()).isEqualTo(new TreeMap<>(spec.configs()));
            }
        }
    }

    private static List<String> ours(Admin admin, RunningCarillon carillon) throws Exception {
        String prefix = carillon.names().namespace() + ".";
        return admin.listTopics().names().get().stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    /** The actual values of the settings that the contract has. */
    private static Map<String, String> configs(Admin admin, TopicSpec spec)
            throws InterruptedException, ExecutionException {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, spec.name());
        Config config = Objects.requireNonNull(
                admin.describeConfigs(List.of(topic)).all().get().get(topic));
        Map<String, String> real = new TreeMap<>();
        spec.configs().keySet().forEach(name -> real.put(name, config.get(name).value()));
        return real;
    }
}
