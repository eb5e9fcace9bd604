package dev.carillon.client.event;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class EventDeriverTest {
    private static final ExecutionKey KEY = ExecutionKey.parse("bell:2026-11-18T06:00:00.500Z");
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);
    private static final String RELEASED = NAMES.released("default");

    private final EventDeriver deriver = new EventDeriver(NAMES);

    /** A record, and the event derived from it. */
    private record Case(
            String name, ReceivedRecord record, @Nullable EventType derived) {
        @Override
        public String toString() {
            return name + " gives " + derived;
        }
    }

    private static Task task(Origin origin) {
        return Task.first(KEY, origin, Work.of("ring", RawJson.NULL));
    }

    private static ReceivedRecord record(String topic, byte @Nullable [] value, Map<String, String> headers) {
        return new ReceivedRecord(topic, 1, 7, NOW, KEY.bytes(), value, HeaderList.of(headers));
    }

    private static ReceivedRecord task(String topic, Task task) {
        return record(topic, Kind.TASK.encode(task), Map.of());
    }

    private static ReceivedRecord result(Result result, Map<String, String> headers) {
        return record(NAMES.results(), Kind.RESULT.encode(result), headers);
    }

    private static Result end(ResultStatus status, Task of) {
        return Result.of(KEY, of.attempt(), status).withTask(of);
    }

    private static ReceivedRecord outcome(OutcomeStatus status) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(KEY)
                .status(status)
                .attempts(1)
                .decidedAt(NOW)
                .rest(Map.of())
                .build();
        return record(NAMES.outcomes(), Kind.OUTCOME.encode(outcome), Map.of());
    }

    static Stream<Case> cases() {
        Task spent = task(Origin.SUBMITTED)
                .withWork(Work.of("ring", RawJson.NULL)
                        .withRetry(new dev.carillon.schemas.work.Retry(
                                0, Duration.ZERO, 1, Duration.ZERO, 0, java.util.List.of(), java.util.List.of())));
        Task second = task(Origin.SUBMITTED).nextAttempt(NOW);
        return Stream.of(
                new Case("a submitted task", task(LANE, task(Origin.SUBMITTED)), EventType.SUBMITTED),
                new Case("a far submitted task", task(NAMES.delayed(), task(Origin.SUBMITTED)), EventType.SUBMITTED),
                new Case("a manual run", task(LANE, task(Origin.MANUAL)), EventType.SUBMITTED),
                new Case("a replay", task(LANE, task(Origin.REPLAY)), EventType.SUBMITTED),
                new Case("a tick", task(LANE, task(Origin.TICK)), EventType.SCHEDULED),
                new Case("a task handed back", task(LANE, task(Origin.TICK).redelivered()), null),
                new Case("a released delay", task(RELEASED, task(Origin.SUBMITTED)), null),
                new Case("a released retry", task(RELEASED, second), EventType.RETRYING),
                new Case("a retry handed back", task(RELEASED, second.redelivered()), null),
                new Case(
                        "a failure with tries left",
                        result(end(ResultStatus.FAILED, task(Origin.TICK)), Map.of("kind", "result")),
                        EventType.RETRYING),
                new Case(
                        "a time-out with tries left",
                        result(end(ResultStatus.TIMED_OUT, task(Origin.TICK)), Map.of()),
                        EventType.RETRYING),
                new Case("a failure without", result(end(ResultStatus.FAILED, spent), Map.of()), null),
                new Case("a success", result(Result.of(KEY, 1, ResultStatus.SUCCEEDED), Map.of()), null),
                new Case(
                        "a claim", result(end(ResultStatus.STARTED, task(Origin.TICK)), Map.of("kind", "claim")), null),
                new Case("a lease", record(NAMES.results(), new byte[] {'{', '}'}, Map.of("kind", "lease")), null),
                new Case("a good outcome", outcome(OutcomeStatus.SUCCEEDED), EventType.COMPLETED),
                new Case("a bad outcome", outcome(OutcomeStatus.FAILED), EventType.FAILED),
                new Case("a cancelled outcome", outcome(OutcomeStatus.CANCELLED), EventType.CANCELLED),
                new Case("an expired outcome", outcome(OutcomeStatus.EXPIRED), EventType.EXPIRED),
                new Case("a skipped outcome", outcome(OutcomeStatus.SKIPPED), EventType.SKIPPED),
                new Case(
                        "a dead letter",
                        record(NAMES.deadLetters(), new byte[] {1}, Map.of("cause", "BAD_JSON")),
                        EventType.DEAD),
                new Case("another namespace's topic", record("other.outcomes", new byte[0], Map.of()), null));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachRecordGivesItsEvent(Case one) {
        Optional<EventType> derived = deriver.derive(one.record()).map(CarillonEvent::type);
        assertThat(derived).isEqualTo(Optional.ofNullable(one.derived()));
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void everyEventIsDerivedFromARecordOrReadAsWritten(EventType type) {
        if (EventSources.isDerived(type)) {
            assertThat(cases().map(Case::derived)).contains(type);
            return;
        }
        Event event = new Event(type, "subject", NOW, "worker/a", "words", null, Map.of());
        CarillonEvent derived = deriver.derive(record(NAMES.events(), Kind.EVENT.encode(event), Map.of()))
                .orElseThrow();
        assertThat(derived.type()).isEqualTo(type);
        assertThat(derived.subject()).isEqualTo("subject");
    }

    @Test
    void typesNotEmittedYetHaveAReasonAndAreReadFromEvents() {
        Set<EventType> notEmitted = EnumSet.noneOf(EventType.class);
        for (EventType type : EventType.values()) {
            EventSources.whyNotEmitted(type).ifPresent(reason -> notEmitted.add(type));
        }
        assertThat(notEmitted).noneMatch(EventSources::isDerived);
        assertThat(EventSources.sources(notEmitted)).containsExactly(EventSource.EVENTS);
    }

    @Test
    void taskThatMovesIsSubmittedOnceAndARetryIsReportedOnce() {
        assertThat(deriver.derive(task(LANE, task(Origin.SUBMITTED)))).isPresent();
        assertThat(deriver.derive(task(NAMES.delayed(), task(Origin.SUBMITTED))))
                .isEmpty();
        assertThat(deriver.derive(result(end(ResultStatus.FAILED, task(Origin.SUBMITTED)), Map.of())))
                .isPresent();
        assertThat(deriver.derive(task(RELEASED, task(Origin.SUBMITTED).nextAttempt(NOW))))
                .isEmpty();
    }

    @Test
    void taskWithoutExecTimeIsReportedUnderTheKeyOfItsPosition() {
        Task handMade = Kind.TASK.decode(
                "{\"taskId\":\"bell\",\"type\":\"ring\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(deriver.derive(new ReceivedRecord(
                                LANE, 1, 7, NOW, null, Kind.TASK.encode(handMade), HeaderList.none()))
                        .orElseThrow()
                        .subject())
                .isEqualTo("bell:2026-11-18T06:00:00.250Z~default.normal-1-7");
    }
}
