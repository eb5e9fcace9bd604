package dev.carillon.system.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.standalone.roles.RoleServices;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** A secret that would be recognised anywhere. */
final class Canary {
    static final String VALUE = "cAnArY-5ae1f0";

    private Canary() {}

    /** Fails if the text shows the secret, or could not have shown it. */
    static void staysInside(String where, String text) {
        assertThat(text).as(where + " says something").isNotBlank();
        assertThat(text).as(where).doesNotContainIgnoringCase(VALUE);
    }

    /** Every key of the program whose value is a secret. */
    static List<String> keys() {
        List<String> keys = new ArrayList<>();
        collect(KafkaConfig.class, keys);
        RoleServices.CONFIGS.forEach(record -> collect(record, keys));
        assertThat(keys).contains("kafka.sasl.password").hasSizeGreaterThan(4);
        return keys;
    }

    private static void collect(Class<?> record, List<String> keys) {
        for (RecordComponent component : record.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (key != null && key.secret()) {
                keys.add(key.name());
            } else if (key == null && component.getType().isRecord()) {
                collect(component.getType(), keys);
            }
        }
    }
}
