package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.trigger.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class SamplesTest {
    /** One line per sample, as sha256sum prints it. Lines are added with new samples and never changed. */
    private static final Path RELEASED = Path.of("src/test/resources/released-samples.sha256");

    @Test
    void noReleasedSampleChanges() throws Exception {
        StringBuilder sums = new StringBuilder();
        for (Sample sample : Sample.all()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sample.bytes());
            sums.append(HexFormat.of().formatHex(digest))
                    .append("  ")
                    .append(sample.name())
                    .append('\n');
        }
        assertThat(sums.toString()).isEqualTo(Files.readString(RELEASED));
    }

    @Test
    void everyKindHasAMinimalAFullAndAnUnknownSample() {
        for (Kind<?> kind : Kind.ALL) {
            assertThat(Sample.of(kind))
                    .extracting(Sample::name)
                    .contains(
                            "v1/" + kind.name() + "-minimal.json",
                            "v1/" + kind.name() + "-full.json",
                            "v1/" + kind.name() + "-unknown.json");
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void satisfiesItsSchema(Sample sample) {
        assertThat(PublishedSchemas.complaints(sample.kind().name(), sample.bytes()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatWeWriteSatisfiesTheSchemaAndReadsBackTheSame(Sample sample) {
        byte[] written = sample.roundTrip();
        assertThat(PublishedSchemas.complaints(sample.kind().name(), written)).isEmpty();
        assertThat(sample.kind().decode(written)).isEqualTo(sample.kind().decode(sample.bytes()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noFieldOfASampleIsLost(Sample sample) {
        JsonNode written = Json.read(sample.roundTrip());
        if (sample.isMinimal()) {
            // Defaults are added, and nothing else changes.
            sample.json().properties().stream()
                    .filter(field -> !field.getValue().isObject())
                    .forEach(field -> assertThat(written.get(field.getKey()))
                            .as(field.getKey())
                            .isEqualTo(field.getValue()));
        } else {
            assertThat(written).isEqualTo(sample.json());
        }
    }

    @Test
    void theDataOfASliceEventIsASlice() throws IOException {
        JsonNode event = Json.read(Files.readAllBytes(Sample.FOLDER.resolve("v1/event-slice.json")));
        byte[] data = Json.write(event.get("data"));
        assertThat(PublishedSchemas.complaints("slice", data)).isEmpty();
        Slice slice = Slice.read(Json.readObject(data));
        assertThat(slice.json().node()).isEqualTo(event.get("data"));
    }

    static Stream<Sample> samples() {
        return List.copyOf(Sample.all()).stream();
    }
}
