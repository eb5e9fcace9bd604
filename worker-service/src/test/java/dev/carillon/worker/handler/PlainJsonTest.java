package dev.carillon.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainJsonTest {
    private record Order(String id, @Nullable Instant due, int pieces) {}

    private record Circle(List<Circle> self) {}

    @Test
    void payloadBecomesARecordAndWhatItDoesNotHaveIsPassedBy() {
        TestContext context =
                new TestContext("order", "{\"id\":\"a\",\"due\":\"2026-11-18T06:00:00Z\",\"pieces\":3,\"new\":true}");
        assertThat(context.payload(Order.class)).isEqualTo(new Order("a", Instant.parse("2026-11-18T06:00:00Z"), 3));
    }

    @Test
    void payloadThatDoesNotFitSaysWhatDoesNot() {
        assertThatThrownBy(() -> new TestContext("order", "[]").payload(Order.class))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("payload")
                .hasMessageContaining("does not fit Order");
        assertThatThrownBy(() -> new TestContext("order", "null").payload(Order.class))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("it is null");
    }

    @Test
    void whateverAHandlerReturnsIsJson() {
        assertThat(PlainJson.write(null)).isNull();
        assertThat(written("hi")).isEqualTo("\"hi\"");
        assertThat(written(7)).isEqualTo("7");
        assertThat(written(RawJson.parse("{ \"as\": \"it is\" }"))).isEqualTo("{ \"as\": \"it is\" }");
        assertThat(written(Map.of("n", 1))).isEqualTo("{\"n\":1}");
        assertThat(written(new Order("a", Instant.EPOCH, 1)))
                .isEqualTo("{\"id\":\"a\",\"due\":\"1970-01-01T00:00:00Z\",\"pieces\":1}");
    }

    private static String written(Object returned) {
        return Objects.requireNonNull(PlainJson.write(returned)).text();
    }

    @Test
    void whatIsNoJsonIsRefusedWithoutARetry() {
        List<Circle> round = new java.util.ArrayList<>();
        round.add(new Circle(round));
        assertThatThrownBy(() -> PlainJson.write(round))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("can't be written as JSON");
    }
}
