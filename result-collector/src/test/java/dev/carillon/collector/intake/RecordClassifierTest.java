package dev.carillon.collector.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.collector.outcome.RecordHeader;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordClassifierTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey KEY = ExecutionKey.of("report", NOW);
    private static final Task TASK = Task.first(KEY, Origin.TICK, Work.of("demo", RawJson.NULL));
    private static final int HOME = KEY.home(12);

    private final RecordClassifier classifier = new RecordClassifier(NAMES, 12);

    @Test
    void aResultAtHomeHappens() {
        Result result = Result.of(KEY, 1, ResultStatus.FAILED).withTask(TASK);
        assertThat(read(NAMES.results(), HOME, KEY.toString(), Kind.RESULT.encode(result)))
                .isEqualTo(new ClassifiedRecord.Happened(KEY, new LedgerEvent.ResultRead(result, false, NOW), null));
    }

    @Test
    void aResultOrDelayedTaskOutsideItsHomeIsMisplaced() {
        byte[] result = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.SUCCEEDED));
        assertThat(read(NAMES.results(), (HOME + 1) % 12, KEY.toString(), result))
                .isEqualTo(new ClassifiedRecord.Misplaced(KEY, HOME));
        assertThat(read(NAMES.delayed(), (HOME + 1) % 12, null, Kind.TASK.encode(TASK)))
                .isEqualTo(new ClassifiedRecord.Misplaced(KEY, HOME));
    }

    @Test
    void aDelayedTaskGetsTheDeadlineThatHoldsAndOneTooFarIsUnusable() {
        assertThat(read(NAMES.delayed(), HOME, null, Kind.TASK.encode(TASK)))
                .isInstanceOfSatisfying(ClassifiedRecord.Happened.class, happened -> assertThat(happened.event())
                        .isEqualTo(new LedgerEvent.TaskDelayed(StartDeadline.anchored(TASK, NOW), NOW)));
        Task tooFar = TASK.withTimes(null, NOW.plusSeconds(7 * 86_400));
        assertThat(read(NAMES.delayed(), HOME, null, Kind.TASK.encode(tooFar)))
                .isInstanceOfSatisfying(ClassifiedRecord.Unusable.class, unusable -> assertThat(unusable.code())
                        .isEqualTo(ErrorCode.OUT_OF_RANGE));
    }

    @Test
    void aHandMadeDelayedTaskIsNamedByItsPositionAndAtHomeWhereItLies() {
        byte[] value = bytes("{\"taskId\":\"hand\",\"type\":\"demo\"}");
        ClassifiedRecord arrival = read(NAMES.delayed(), 5, "hand", value);
        assertThat(arrival).isInstanceOfSatisfying(ClassifiedRecord.Happened.class, happened -> {
            assertThat(happened.key()).hasToString("hand:2026-11-18T06:00:00Z~delayed-5-17");
            assertThat(((LedgerEvent.TaskDelayed) happened.event()).task().key())
                    .isEqualTo(happened.key());
        });
    }

    @Test
    void wrongKeysAreAMismatch() {
        byte[] result = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.SUCCEEDED));
        assertThat(codeOf(read(NAMES.results(), HOME, "report", result))).isEqualTo(ErrorCode.KEY_MISMATCH);
        assertThat(codeOf(read(NAMES.delayed(), HOME, "other", Kind.TASK.encode(TASK))))
                .isEqualTo(ErrorCode.KEY_MISMATCH);
        byte[] own = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.FAILED).withTask(TASK));
        // Carillon never writes this.
        byte[] foreign = new String(own, StandardCharsets.UTF_8)
                .replace("\"taskId\":\"report\"", "\"taskId\":\"other\"")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(codeOf(read(NAMES.results(), HOME, KEY.toString(), foreign))).isEqualTo(ErrorCode.KEY_MISMATCH);
    }

    @Test
    void aResultCarriesTheTaskOfItsOwnAttempt() {
        byte[] wrong = Kind.RESULT.encode(Result.of(KEY, 2, ResultStatus.FAILED).withTask(TASK));
        assertThat(codeOf(read(NAMES.results(), HOME, KEY.toString(), wrong))).isEqualTo(ErrorCode.CONFLICTING_FIELDS);
    }

    @Test
    void aClaimNamesItsWorkerAndCarriesItsTask() {
        byte[] claim = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.STARTED));
        assertThat(codeOf(read(NAMES.results(), HOME, KEY.toString(), claim))).isEqualTo(ErrorCode.MISSING_FIELD);
    }

    @Test
    void noValueAndTwoMegabytesArePoison() {
        assertThat(codeOf(read(NAMES.results(), 0, "k", null))).isEqualTo(ErrorCode.BAD_JSON);
        assertThat(codeOf(read(NAMES.results(), 0, "k", new byte[2 << 20]))).isEqualTo(ErrorCode.RECORD_TOO_LARGE);
    }

    @Test
    void anyBytesAreSomethingOrPoison() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] good = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.FAILED).withTask(TASK));
        String[] kinds = {Headers.KIND_RESULT, Headers.KIND_CLAIM, Headers.KIND_LEASE, Headers.KIND_CHECK, "?"};
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            String topic = random.nextBoolean() ? NAMES.results() : NAMES.delayed();
            ReceivedRecord record = new ReceivedRecord(
                    topic,
                    3,
                    i,
                    NOW,
                    null,
                    bytes,
                    List.of(RecordHeader.of(Headers.KIND, kinds[random.nextInt(kinds.length)])));
            ClassifiedRecord arrival = classifier.read(record);
            assertThat(arrival).as("seed %d", seed).isNotNull();
            if (arrival instanceof ClassifiedRecord.Unusable unusable) {
                assertThat(unusable.code()).as("seed %d", seed).isNotEqualTo(ErrorCode.INTERNAL_ERROR);
            }
        }
    }

    private ClassifiedRecord read(String topic, int partition, @Nullable String key, byte @Nullable [] value) {
        byte[] keyBytes = key == null ? null : bytes(key);
        return classifier.read(new ReceivedRecord(topic, partition, 17, NOW, keyBytes, value, List.of()));
    }

    private static ErrorCode codeOf(ClassifiedRecord arrival) {
        assertThat(arrival).isInstanceOf(ClassifiedRecord.Unusable.class);
        return ((ClassifiedRecord.Unusable) arrival).code();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
