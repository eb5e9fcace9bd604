package dev.carillon.system.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.standalone.roles.RoleServices;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** A secret value that can be recognised in any text. */
final class Canary {
    static final String VALUE = "cAnArY-5ae1f0";

    private Canary() {}

    /** Fails if the text contains the secret, or is blank and so proves nothing. */
    static void staysInside(String where, String text) {
        assertThat(text).as(where + " is not blank").isNotBlank();
        assertThat(text).as(where).doesNotContainIgnoringCase(VALUE);
    }

    /** All setting keys with secret values. */
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
