package dev.carillon.system.compose;

import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.kit.admin.AdminConfig;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.stop.StopConfig;
import dev.carillon.standalone.roles.RoleServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Loads the configuration that a container would have. */
final class Settings {
    private Settings() {}

    /**
     * Loads it as the process does; its warning names the variables that set nothing.
     *
     * @throws dev.carillon.kit.config.problem.ConfigException with every bad value
     */
    static Config of(Map<String, String> environment) {
        List<Class<? extends Record>> records = new ArrayList<>(RoleServices.CONFIGS);
        records.addAll(
                List.of(KafkaConfig.class, TopicsConfig.class, AdminConfig.class, LogConfig.class, StopConfig.class));
        return ConfigLoader.of(records).environment(environment).load();
    }
}
