package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusable records in every input topic. */
@CarillonSystem
@Timeout(120)
final class PoisonScenarioTest {
    private static final String NAMED = "\"taskId\":\"p\",\"type\":\"ring\"";
    private static final String KEY = "p:2026-11-18T06:00:00.5Z";

    private static final List<String> CODES =
            Stream.of(ErrorCode.values()).map(Enum::name).toList();

    private record Poison(String name, String key, String value) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Poison> FOR_ALL = List.of(
            new Poison("garbage", "p", "garbage"),
            new Poison("a megabyte", "p", "x".repeat(1_000_000)),
            new Poison("depth 10,000", "p", "{\"payload\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"),
            new Poison("NaN", "p", "{" + NAMED + ",\"payload\":NaN}"),
            new Poison("duplicate fields", "p", "{" + NAMED + ",\"taskId\":\"p\"}"),
            new Poison("an empty record", "p", ""),
            new Poison("a list", "p", "[]"));

    private static final List<Poison> FOR_TASKS = List.of(
            new Poison("a wrong key", "q:2026-11-18T06:00:00.5Z", "{" + NAMED + "}"),
            new Poison("a wrong instant", "p:x", "{" + NAMED + ",\"execTime\":\"yesterday\"}"),
            new Poison(
                    "a negative attempt",
                    KEY,
                    "{" + NAMED + ",\"execTime\":\"2026-11-18T06:00:00.5Z\",\"attempt\":-1}"));

    private static final List<Poison> FOR_SCHEDULES = List.of(
            new Poison("a bad cron expression", "p", "{" + NAMED + ",\"cron\":\"61 * * * *\"}"),
            new Poison("an unknown zone", "p", "{" + NAMED + ",\"cron\":\"* * * * *\",\"zone\":\"Moon/Base\"}"),
            new Poison("a wrong key", "q", "{" + NAMED + ",\"every\":\"1h\"}"),
            new Poison("a negative jitter", "p", "{" + NAMED + ",\"every\":\"1h\",\"jitter\":\"-1s\"}"),
            new Poison("an unknown calendar", "p", "{" + NAMED + ",\"every\":\"1h\",\"calendar\":\"wrok\"}"),
            new Poison(
                    "an end before the beginning",
                    "p",
                    "{" + NAMED + ",\"every\":\"1h\",\"from\":\"2027-01-01T00:00:00Z\","
                            + "\"until\":\"2026-01-01T00:00:00Z\"}"),
            new Poison("an unknown queue", "p", "{" + NAMED + ",\"every\":\"1h\",\"queue\":\"nowhere\"}"));

    private static String normal(TopicNames names) {
        return names.tasks("default", Priority.NORMAL);
    }

    /** An unusable record for a topic. */
    private record Case(Function<TopicNames, String> topic, String topicName, Poison poison) {
        @Override
        public String toString() {
            return poison + " in " + topicName;
        }
    }

    static Stream<Case> poison() {
        return Stream.of(
                        cases("tasks", PoisonScenarioTest::normal, FOR_ALL),
                        cases("tasks", PoisonScenarioTest::normal, FOR_TASKS),
                        cases("released", names -> names.released("default"), FOR_ALL),
                        cases("delayed", TopicNames::delayed, FOR_ALL),
                        cases("control", TopicNames::control, FOR_ALL),
                        cases("results", TopicNames::results, FOR_ALL),
                        cases("schedules", TopicNames::schedules, FOR_ALL),
                        cases("schedules", TopicNames::schedules, FOR_SCHEDULES))
                .flatMap(cases -> cases);
    }

    private static Stream<Case> cases(String name, Function<TopicNames, String> topic, List<Poison> poisons) {
        return poisons.stream().map(poison -> new Case(topic, name, poison));
    }

    @ParameterizedTest
    @MethodSource("poison")
    void unusableRecordMovesAsideWithItsCause(Case given, RunningCarillon carillon) {
        String topic = given.topic().apply(carillon.names());
        byte[] value = given.poison().value().getBytes(StandardCharsets.UTF_8);
        RecordMetadata at = carillon.door().put(topic, given.poison().key(), value);
        SeenRecord deadLetter = carillon.awaitDeadLetter(topic, at.partition(), at.offset());
        assertThat(deadLetter.keyText()).isEqualTo(given.poison().key());
        assertThat(deadLetter.value()).isEqualTo(value);
        assertThat(deadLetter.headers().get(Headers.CAUSE)).isIn(CODES);
        assertThat(deadLetter.headers().get(Headers.CAUSE_MESSAGE)).isNotBlank();
    }

    /** Brokers bound the compressed size, so they accept this record, but no service can write it again whole. */
    @ParameterizedTest
    @ValueSource(strings = {"results", "delayed", "schedules", "control"})
    void recordThatIsOnlySmallCompressedMovesAsideWithoutItsBytes(String name, RunningCarillon carillon) {
        String topic = carillon.names().namespace() + "." + name;
        RecordMetadata at = carillon.door().put(topic, "p", new byte[3_900_000]);
        SeenRecord deadLetter = carillon.awaitDeadLetter(topic, at.partition(), at.offset());
        assertThat(deadLetter.value()).isNull();
        assertThat(deadLetter.headers())
                .containsEntry(Headers.VALUE_OMITTED, "3900000 bytes")
                .containsEntry(Headers.CAUSE, ErrorCode.RECORD_TOO_LARGE.name());
    }

    @Test
    void delayedTaskOfAnUnknownQueueEndsFailedAndInTheDeadLetters(RunningCarillon carillon) {
        String value = "{\"taskId\":\"lost\",\"type\":\"ring\",\"payload\":null,\"queue\":\"nowhere\"}";
        carillon.door().put(carillon.names().delayed(), null, value.getBytes(StandardCharsets.UTF_8));
        Outcome outcome = carillon.awaitOutcomes("lost", 1).get(0);
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
        SeenRecord deadLetter = carillon.awaitDeadLetter("dead letter of " + outcome.key(), record -> record.keyText()
                .equals(outcome.key().toString()));
        assertThat(deadLetter.headers()).containsEntry(Headers.CAUSE, ErrorCode.UNKNOWN_QUEUE.name());
    }

    @Test
    void everythingGoesOnBehindPoisonInEveryTopic(RunningCarillon carillon) {
        List<String> inputs = List.of(
                normal(carillon.names()),
                carillon.names().released("default"),
                carillon.names().delayed(),
                carillon.names().results(),
                carillon.names().schedules(),
                carillon.names().control(),
                carillon.names().calendars());
        for (String topic : inputs) {
            for (Poison poison : FOR_ALL) {
                carillon.door().put(topic, poison.key(), poison.value().getBytes(StandardCharsets.UTF_8));
            }
        }
        carillon.apply(
                Schedule.of("behind", FiringRule.every(Duration.ofSeconds(1)), Work.of(Bells.RING, RawJson.NULL)));
        assertThat(carillon.awaitOutcomes("behind", 2))
                .allMatch(outcome -> outcome.status() == OutcomeStatus.SUCCEEDED);
        carillon.delete("behind");
    }
}
