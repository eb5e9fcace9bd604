package dev.carillon.trigger.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Schedule;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SharedPartsTest {
    @Test
    void aCompactDefinitionDoesNotKeepItsRecordInMemory() {
        Schedule read = Kind.SCHEDULE.decode("""
                {"taskId":"report","type":"http","cron":"0 2 * * *","payload":{"url":"http://localhost"},"later":[1,2]}
                """.getBytes(StandardCharsets.UTF_8));
        Schedule kept = new SharedParts().compact(read);
        assertThat(kept).isEqualTo(read);
        RawJson later = Objects.requireNonNull(read.rest().get("later"));
        assertThat(later.bytes()).as("a part of a record is copied each time").isNotSameAs(later.bytes());
        assertThat(kept.work().payload().bytes()).isSameAs(kept.work().payload().bytes());
        RawJson own = Objects.requireNonNull(kept.rest().get("later"));
        assertThat(own.bytes()).isSameAs(own.bytes());
    }
}
