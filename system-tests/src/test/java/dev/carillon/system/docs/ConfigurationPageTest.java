package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.ConfigTable;
import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.KeyDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/configuration.md} with the keys of all configuration records. */
final class ConfigurationPageTest {
    private static final Pattern RECORD = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[\\w.]+(?:\\([^)]*\\))?\\s*)*(?:public )?record (\\w+)\\b",
            Pattern.DOTALL);

    private static final String HEAD = """
        Every setting has one key. Its value comes from the first of these that has one:

        1. a flag: `--kafka.bootstrap-servers=kafka-1:9092`
        2. an environment variable, whose name follows from the key: upper case, `CARILLON_` in front, every other
           character an underscore: `CARILLON_KAFKA_BOOTSTRAP_SERVERS`
        3. the YAML file that `--config FILE` or `CARILLON_CONFIG` names
        4. the default

        In the file, keys are nested or written out, as you like; both lines say the same:

        ```yaml
        kafka:
          bootstrap-servers: kafka-1:9092
        trigger.zookeeper: zookeeper-1:2181
        ```

        Durations are written `500ms`, `10s`, `5m`, `2h`. A key that nothing reads is an error that names the nearest one,
        and all problems are reported at once. `carillon config show` lists every key with its value and where that came
        from; secrets are never printed.

        An environment variable that begins with `CARILLON_` and sets nothing stops no start: it is named in one warning,
        on standard error or in the log, with the setting that was probably meant. Kubernetes puts such variables into
        every pod beside a service called `carillon` (`CARILLON_SERVICE_HOST`, `CARILLON_PORT`); in a pod with
        `enableServiceLinks: false` there are none. A service called `carillon-admin` or `carillon-console` makes a
        variable of the same name as a setting (`CARILLON_ADMIN_PORT`), and a bad value of a setting is an error: give
        such a service another name, or keep the variables out.

        """;

    private static final String OF_SECRETS = """
        A secret can also be kept in a file: set its key with `-file` behind it, or its variable with `_FILE` behind it,
        to the path, as in `CARILLON_KAFKA_SASL_PASSWORD_FILE=/run/secrets/kafka`. One line break at the end of the file
        is not part of the secret.

        """;

    /** A record with keys, and its Javadoc. */
    private record Settings(Class<? extends Record> record, String words) {
        /** The keys of its own components; nested records have their own settings. */
        List<Key> ownKeys() {
            return Stream.of(record.getRecordComponents())
                    .filter(component -> component.isAnnotationPresent(Key.class))
                    .map(component -> component.getAnnotation(Key.class))
                    .toList();
        }

        List<KeyDescription> described() {
            List<String> own = ownKeys().stream().map(Key::name).toList();
            return ConfigLoader.of(List.of(record)).describe().stream()
                    .filter(key ->
                            own.contains(key.name()) || own.contains(key.name().replaceFirst("\\.\\*$", "")))
                    .toList();
        }
    }

    /** All records that have keys, by the first part of their first key. */
    private static Map<String, List<Settings>> records() throws IOException {
        Map<String, List<Settings>> found = new TreeMap<>();
        for (Map.Entry<Path, String> source : GeneratedPage.sources().entrySet()) {
            Matcher declared = RECORD.matcher(source.getValue());
            while (source.getValue().contains("@Key(") && declared.find()) {
                Class<?> type = GeneratedPage.classIn(source.getKey(), declared.group(2));
                Settings settings = new Settings(type.asSubclass(Record.class), words(declared.group(1)));
                if (!settings.ownKeys().isEmpty()) {
                    String group = settings.ownKeys().get(0).name().replaceFirst("\\..*", "");
                    found.computeIfAbsent(group, none -> new ArrayList<>()).add(settings);
                }
            }
        }
        return found;
    }

    private static String words(String javadoc) {
        return javadoc.replaceAll("(?m)^\\s*\\* ?", "")
                .replaceFirst("(?s)\\n\\s*@param.*", "")
                .replaceAll("\\{@(?:code|link) #?([^}]*)}", "`$1`")
                .replace("<p>", "")
                .strip();
    }

    @Test
    void thePageHasEveryKeyOfTheCode() throws IOException {
        Map<String, List<Settings>> records = records();
        StringBuilder page = new StringBuilder(HEAD);
        boolean anySecret = records.values().stream()
                .flatMap(List::stream)
                .flatMap(settings -> settings.ownKeys().stream())
                .anyMatch(Key::secret);
        page.append(anySecret ? OF_SECRETS : "");
        Map<String, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, List<Settings>> group : records.entrySet()) {
            page.append("## ").append(group.getKey()).append("\n\n");
            for (Settings settings : group.getValue()) {
                List<KeyDescription> keys = settings.described();
                page.append(settings.words())
                        .append("\n\n")
                        .append(ConfigTable.markdown(keys))
                        .append("\n");
                keys.forEach(
                        key -> assertThat(seen.put(key.name(), settings.record().getName()))
                                .as("two records have " + key.name())
                                .isNull());
            }
        }
        assertThat(seen).hasSizeGreaterThan(30);
        GeneratedPage.compare("configuration.md", "Configuration", page.toString());
    }
}
