package dev.carillon.schemas.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.state.ExecutionState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecordedStateTest {
    @ParameterizedTest
    @EnumSource
    void anOutcomePutsItsExecutionIntoTheFinalStateOfItsName(OutcomeStatus outcome) {
        assertThat(RecordedState.of(outcome).name()).isEqualTo(outcome.name());
        assertThat(RecordedState.of(outcome).isFinal()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "STARTED, false, RUNNING",
        "SUCCEEDED, false, RUNNING",
        "FAILED, false, RUNNING",
        "FAILED, true, RETRYING",
        "TIMED_OUT, true, RETRYING",
        "LOST, true, RETRYING",
        "LOST, false, RUNNING",
        "CANCELLED, false, RUNNING",
        "EXPIRED, false, RUNNING",
        "HANDED_BACK, false, QUEUED",
        "SKIPPED, false, SKIPPED"
    })
    void aResultLeavesItsExecutionOpenUntilTheOutcome(
            ResultStatus result, boolean anotherFollows, ExecutionState state) {
        assertThat(RecordedState.of(result, anotherFollows)).isEqualTo(state);
    }
}
