package dev.carillon.client.event;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topics events come from, and what the events derived from their records say. */
final class EventSourcesTest {
    private static final ExecutionKey KEY = ExecutionKey.parse("bell:2026-11-18T06:00:00Z");
    private static final Work RING = Work.of("ring", RawJson.NULL)
            .withRetry(new Retry(3, Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0, List.of(), List.of("BAD")));
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);

    private final EventDeriver deriver = new EventDeriver(NAMES);

    private static List<String> existing() {
        List<String> topics = new ArrayList<>();
        for (TopicNames names : List.of(NAMES, new TopicNames("carillon.test"), new TopicNames("carillon2"))) {
            new TopicCatalogue(names, 1)
                    .all(List.of("default", "mail")).stream()
                            .map(TopicSpec::name)
                            .forEach(topics::add);
        }
        topics.add("carillon.tasks.default");
        topics.add("carillon.tasks.default.normal.old");
        topics.add("carillon.released.");
        return topics;
    }

    private static List<String> topics(Set<EventType> types) {
        return EventSources.topics(types, NAMES, existing());
    }

    @Test
    void topicsAreThoseOfTheTypesInThisNamespace() {
        assertThat(topics(EnumSet.of(EventType.COMPLETED, EventType.EXPIRED))).containsExactly(NAMES.outcomes());
        assertThat(topics(EnumSet.of(EventType.WORKER_JOINED))).containsExactly(NAMES.events());
        assertThat(topics(EnumSet.of(EventType.DEAD))).containsExactly(NAMES.deadLetters());
        assertThat(topics(EnumSet.of(EventType.RETRYING)))
                .containsExactlyInAnyOrder(NAMES.results(), NAMES.released("default"), NAMES.released("mail"));
        assertThat(topics(EnumSet.of(EventType.SUBMITTED)))
                .hasSize(9)
                .contains(NAMES.delayed(), NAMES.tasks("mail", Priority.LOW))
                .doesNotContain("carillon.tasks.default", "carillon.tasks.default.normal.old");
        assertThat(topics(EnumSet.noneOf(EventType.class))).isEmpty();
    }

    @Test
    void controlAndCompactedTopicsAreNoSources() {
        for (String topic : List.of(
                NAMES.control(),
                NAMES.schedules(),
                NAMES.workers(),
                NAMES.logs(),
                NAMES.audit(),
                NAMES.triggerState())) {
            assertThat(EventSources.sourceOf(topic, NAMES)).as(topic).isEmpty();
        }
    }

    private static ReceivedRecord record(String topic, byte @Nullable [] value, Map<String, String> headers) {
        return stored(topic, 0, 7, NOW, KEY.toString(), value, headers);
    }

    private static Task task() {
        return Task.first(KEY, Origin.TICK, RING);
    }

    private static Result failed(Task task, ResultStatus status, @Nullable String code) {
        return Result.of(KEY, task.attempt(), status)
                .withReason(code, "no", null)
                .withTask(task);
    }

    @Test
    void aRecordWithoutAValueIsNoEvent() {
        for (String topic : List.of(LANE, NAMES.delayed(), NAMES.results(), NAMES.outcomes(), NAMES.events())) {
            assertThat(deriver.derive(record(topic, null, Map.of()))).as(topic).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks.default.low", "delayed", "released.default", "results", "outcomes", "events"})
    void aValueThatCannotBeReadIsRefused(String topic) {
        assertThatThrownBy(() -> deriver.derive(record("carillon." + topic, new byte[] {'{'}, Map.of())))
                .isInstanceOf(ContractException.class);
    }

    @Test
    void theMessageSaysWhatIsToRunWhereAndWhen() {
        Task task = task().withTimes(NOW.plusSeconds(90), null);
        CarillonEvent event =
                deriver.derive(record(LANE, Kind.TASK.encode(task), Map.of())).orElseThrow();
        assertThat(event.message()).isEqualTo("ring for default, not before " + NOW.plusSeconds(90));
        assertThat(event.at()).isEqualTo(NOW);
        assertThat(event.task()).isEqualTo(task);
    }

    @Test
    void aRetryIsAnnouncedWithItsCauseAndInstant() {
        Result failed = failed(task(), ResultStatus.FAILED, "BUSY");
        CarillonEvent event = deriver.derive(record(NAMES.results(), Kind.RESULT.encode(failed), Map.of()))
                .orElseThrow();
        assertThat(event.message())
                .isEqualTo("attempt 1 ended FAILED (BUSY), the next may start at " + NOW.plusSeconds(10));
        assertThat(event.result()).isNotNull();
    }

    @Test
    void aDeadLetterWithoutHeadersIsReportedAllTheSame() {
        CarillonEvent event = deriver.derive(stored(NAMES.deadLetters(), 0, 7, NOW, null, null, Map.of()))
                .orElseThrow();
        assertThat(event.type()).isEqualTo(EventType.DEAD);
        assertThat(event.subject()).isEmpty();
        assertThat(event.message()).isEqualTo("without a cause: ");
    }

    @Test
    void eachRetryOfAnExecutionIsReportedOnce() {
        Task second = task().nextAttempt(NOW);
        assertThat(deriver.derive(record(NAMES.released("default"), Kind.TASK.encode(second), Map.of())))
                .isPresent();
        Result first = failed(task(), ResultStatus.LOST, null);
        assertThat(deriver.derive(record(NAMES.results(), Kind.RESULT.encode(first), Map.of())))
                .isEmpty();
        Result again = failed(second, ResultStatus.TIMED_OUT, null);
        assertThat(deriver.derive(record(NAMES.results(), Kind.RESULT.encode(again), Map.of())))
                .isPresent();
    }

    private static @Nullable Instant next(Result end) {
        return EventDeriver.nextAttempt(end, NOW).orElse(null);
    }

    @Test
    void theNextAttemptFollowsTheBackoffFromTheAppendTime() {
        assertThat(next(failed(task(), ResultStatus.FAILED, null))).isEqualTo(NOW.plusSeconds(10));
        Task third = task().nextAttempt(NOW).nextAttempt(NOW);
        assertThat(next(failed(third, ResultStatus.TIMED_OUT, null))).isEqualTo(NOW.plusSeconds(40));
        assertThat(next(failed(third.nextAttempt(NOW), ResultStatus.FAILED, null)))
                .as("the fourth of four")
                .isNull();
    }

    @Test
    void noAttemptFollowsWhatIsForbiddenOver() {
        assertThat(next(failed(task(), ResultStatus.FAILED, "BAD"))).isNull();
        assertThat(next(Result.of(KEY, 1, ResultStatus.FAILED)))
                .as("without its task")
                .isNull();
        for (ResultStatus status : EnumSet.complementOf(
                EnumSet.of(ResultStatus.FAILED, ResultStatus.TIMED_OUT, ResultStatus.LOST, ResultStatus.SKIPPED))) {
            assertThat(next(failed(task(), status, null))).as(status.toString()).isNull();
        }
        Task onlyOnce = task().withWork(RING.withIfWorkerDies(IfWorkerDies.FAIL));
        assertThat(next(failed(onlyOnce, ResultStatus.LOST, null))).isNull();
        assertThat(next(failed(onlyOnce, ResultStatus.FAILED, null))).isNotNull();
    }

    @Test
    void anAttemptMayStartAtItsDeadlineAndNotAfterIt() {
        Instant next = NOW.plusSeconds(10);
        assertThat(next(failed(task().withTimes(null, next), ResultStatus.FAILED, null)))
                .isEqualTo(next);
        assertThat(next(failed(task().withTimes(null, next.minusMillis(1)), ResultStatus.FAILED, null)))
                .isNull();
    }
}
