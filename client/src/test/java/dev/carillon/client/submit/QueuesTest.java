package dev.carillon.client.submit;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.topic.TopicNames;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueuesTest {
    private final MemoryRecordLog log = new MemoryRecordLog(new ManualClock(NOW));

    private Queues look() {
        return Queues.look(log, NAMES);
    }

    private void create(String... queues) {
        for (String queue : queues) {
            NAMES.ofQueue(queue).forEach(topic -> log.create(topic, 1));
        }
    }

    @Test
    void queuesAreThoseOfThisNamespaceInTheirOrder() {
        create("mail", "default", "a-1");
        new TopicNames("carillon.test").ofQueue("foreign").forEach(topic -> log.create(topic, 1));
        log.create(NAMES.outcomes(), 1);
        assertThat(look().names()).containsExactly("a-1", "default", "mail");
    }

    @Test
    void aClusterWithoutTopicsHasNone() {
        assertThat(look().names()).isEmpty();
        assertThat(catchThrowableOfType(ContractException.class, () -> look().require("queue", "default")))
                .hasMessageContaining("carillon topics create --queue default");
    }

    @Test
    void aKnownQueueIsAcceptedAndASimilarOneSuggested() {
        create("default", "mail");
        assertThatCode(() -> look().require("queue", "mail")).doesNotThrowAnyException();
        ContractException refused =
                catchThrowableOfType(ContractException.class, () -> look().require("work.queue", "mial"));
        assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_QUEUE);
        assertThat(refused.field()).isEqualTo("work.queue");
        assertThat(refused.fix()).contains("did you mean mail?", "carillon topics create --queue mial");
    }

    @Test
    void aQueueThatResemblesNoneIsSuggestedNothing() {
        create("default", "mail");
        ContractException refused =
                catchThrowableOfType(ContractException.class, () -> look().require("queue", "transcoding"));
        assertThat(refused.fix()).startsWith("create it with");
    }

    @Test
    void aNameIsComparedAsItIsSpelled() {
        create("mail");
        for (String other : List.of("Mail", "mail ", "", "mail\n")) {
            assertThat(catchThrowableOfType(ContractException.class, () -> look().require("queue", other)))
                    .as(other)
                    .isNotNull()
                    .hasMessageNotContaining("\n");
        }
    }
}
