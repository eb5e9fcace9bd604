package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.StoredProgress;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.worker.Heartbeat;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A record's components, its schema's properties and the fields of its samples are the same set. */
class FieldsAgreeTest {
    /** Records of other packages are written as one value. */
    private static final Set<Package> PACKAGES_OF_RECORDS = Set.of(
            Task.class.getPackage(),
            Work.class.getPackage(),
            FiringRule.class.getPackage(),
            Marker.class.getPackage(),
            Heartbeat.class.getPackage());

    /** Components without a field of their name: unknown fields, and whether a field is present. */
    private static final Set<String> NO_FIELDS = Set.of("rest", "namesEnabled");

    @ParameterizedTest
    @MethodSource("kinds")
    void theSchemaNamesExactlyTheFieldsOfTheRecord(Kind<?> kind) {
        Set<String> ofRecord = new TreeSet<>();
        ofRecord.add("v");
        components("", kind.type(), ofRecord);
        Set<String> ofSchema = new TreeSet<>();
        properties("", kind.name(), PublishedSchemas.document(kind.name()), ofSchema);
        assertThat(ofSchema).isEqualTo(ofRecord);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theSamplesShowEveryFieldOfTheSchema(Kind<?> kind) {
        Set<String> ofSchema = new TreeSet<>();
        properties("", kind.name(), PublishedSchemas.document(kind.name()), ofSchema);
        Set<String> ofSamples = new TreeSet<>();
        Sample.of(kind).forEach(sample -> fields("", kind.name(), sample.json(), ofSamples));
        assertThat(ofSamples).containsAll(ofSchema);
    }

    @Test
    void theSchemaOfASliceNamesExactlyItsFields() {
        Set<String> ofRecord = new TreeSet<>();
        components("", Slice.class, ofRecord);
        Set<String> ofSchema = new TreeSet<>();
        properties("", "slice", PublishedSchemas.document("slice"), ofSchema);
        assertThat(ofSchema).isEqualTo(ofRecord);
    }

    static Iterable<Kind<?>> kinds() {
        return Kind.ALL;
    }

    private static void components(String path, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> of = component.getType();
            if (of == FiringRule.class
                    || of == Work.class
                    || of == StoredProgress.class
                    || of == ScheduleOverrides.class) {
                components(path, of, names);
            } else if (!NO_FIELDS.contains(component.getName())) {
                String name = path + component.getName();
                names.add(name);
                if (of.isRecord() && PACKAGES_OF_RECORDS.contains(of.getPackage()) && !isKind(of)) {
                    components(name + ".", of, names);
                }
            }
        }
    }

    private static boolean isKind(Class<?> type) {
        return Kind.ALL.stream().anyMatch(kind -> kind.type() == type);
    }

    private static void properties(String path, String file, JsonNode schema, Set<String> names) {
        schema.get("properties").properties().forEach(property -> {
            names.add(path + property.getKey());
            PublishedSchemas.Resolved resolved = PublishedSchemas.resolve(file, property.getValue());
            if (resolved.schema().has("properties") && !resolved.schema().has("$id")) {
                properties(path + property.getKey() + ".", resolved.file(), resolved.schema(), names);
            }
        });
    }

    private static void fields(String path, String file, JsonNode json, Set<String> names) {
        json.properties().forEach(field -> {
            names.add(path + field.getKey());
            if (field.getValue().isObject()) {
                fields(path + field.getKey() + ".", file, field.getValue(), names);
            }
        });
    }
}
