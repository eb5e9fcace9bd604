package dev.carillon.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.work.Priority;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
    private static final TopicNames NAMES = new TopicNames("team.bells");

    @Test
    void aTaskTopicReadsBackAsItsLane() {
        for (Priority priority : Priority.values()) {
            assertThat(NAMES.lane(NAMES.tasks("my-queue", priority))).isEqualTo(new Lane("my-queue", priority));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "team.bells.tasks.default",
                "team.bells.tasks.default.Normal",
                "team.bells.tasks..normal",
                "team.bells.tasks.a.b.normal",
                "team.bells.tasks.UPPER.normal",
                "team.bells.released.default",
                "team.bells.delayed",
                "other.tasks.default.normal",
                "tasks.default.normal",
                ""
            })
    void anyOtherTopicHasNoLane(String topic) {
        assertThat(NAMES.lane(topic)).isNull();
    }

    @Test
    void queuesAreKnownByTheirReleasedTopics() {
        assertThat(NAMES.queues(List.of(
                        "team.bells.released.default",
                        "team.bells.released.a-1",
                        "team.bells.released.",
                        "team.bells.released.No",
                        "team.bells.results",
                        "x.released.default")))
                .containsExactly("default", "a-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", "-a", "A", "a b", "a/b", "é", "a:b"})
    void aNamespaceThatTopicsCannotCarryIsRefused(String namespace) {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> new TopicNames(namespace));
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_NAMESPACE);
    }
}
