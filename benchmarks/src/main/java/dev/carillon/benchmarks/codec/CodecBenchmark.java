package dev.carillon.benchmarks.codec;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.TaskEncoder;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** {@code benchmarks/run codec}: nanoseconds to read and to write one record, on one thread. */
public final class CodecBenchmark implements Benchmark {
    private static final int RECORDS = 400_000;
    private static final int LEAST_RECORDS = 2_000;
    private static final int ROUNDS = 7;
    private static final double MOST_OF_DATABIND = 1;
    private static final JsonMapper JACKSON = new JsonMapper();

    /** Jackson refuses an object with a repeated field name, as the contract requires. */
    private static final JsonMapper STRICT = new JsonMapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private static final Instant INSTANT = Instant.parse("2026-11-18T06:00:01.123456789Z");
    private static final Work WORK = work();
    private static final ExecutionKey KEY =
            ExecutionKey.of("charge-1234", ExecTime.parse("execTime", INSTANT + "~k3f5q2xa"));
    private static final Task TASK = Task.first(KEY, Origin.SUBMITTED, WORK);
    private static final Result RESULT = Result.of(KEY, 1, ResultStatus.SUCCEEDED)
            .withRun(
                    new WorkerRef("host-1-4f2a", "9c11d2e0"),
                    new AttemptTimes(INSTANT, INSTANT.plusNanos(1_000), INSTANT.plusNanos(2_000)),
                    new TaskPosition("carillon.tasks.default.normal", 3, 12_345_678));
    private static final Outcome OUTCOME = OutcomeBuilder.builder()
            .key(KEY)
            .status(OutcomeStatus.SUCCEEDED)
            .attempts(1)
            .last(RESULT)
            .decidedAt(INSTANT)
            .rest(Map.of())
            .build();
    private static final Schedule SCHEDULE =
            Schedule.of("report-17", FiringRule.cron("0 5 * * *", "Europe/Berlin"), WORK);

    private @Nullable Object kept;

    private static Work work() {
        Work plain = Work.of(
                "charge",
                RawJson.parse("{\"account\":123,\"text\":\"a few words that make a task as large as most are\","
                        + "\"to\":\"team-7@example.org\"}"));
        return WorkBuilder.builder(plain)
                .shards(null)
                .name("Charge an account")
                .labels(Map.of("team", "team-7"))
                .build();
    }

    @Override
    public void run(Path dir, double scale, Report report) {
        int count = Math.max(LEAST_RECORDS, (int) (RECORDS * scale));
        byte[] task = Kind.TASK.encode(TASK);
        byte[] result = Kind.RESULT.encode(RESULT);
        byte[] outcome = Kind.OUTCOME.encode(OUTCOME);
        byte[] schedule = Kind.SCHEDULE.encode(SCHEDULE);
        report.note("taskBytes", Integer.toString(task.length));
        report.note("resultBytes", Integer.toString(result.length));
        report.note("outcomeBytes", Integer.toString(outcome.length));
        report.note("scheduleBytes", Integer.toString(schedule.length));
        double read = nanos(count, n -> keep(Kind.TASK.decode(task)));
        double bound = nanos(count, n -> keep(STRICT.readValue(task, BoundTask.class)));
        report.figure("readTaskNanos", read);
        report.figure("jacksonBindsTaskNanos", bound);
        report.figure(
                "jacksonBindsTaskWithRepeatedNamesNanos",
                nanos(count, n -> keep(JACKSON.readValue(task, BoundTask.class))));
        report.figure("jacksonTokensOfTaskNanos", nanos(count, n -> tokens(task)));
        report.figure("jacksonTreeOfTaskNanos", nanos(count, n -> keep(JACKSON.readTree(task))));
        report.atMost("readTaskTimesJacksonBinds", read / bound, MOST_OF_DATABIND);
        BoundTask asBound = JACKSON.readValue(task, BoundTask.class);
        double written = nanos(count, n -> Kind.TASK.encode(TASK).length);
        double theirs = nanos(count, n -> JACKSON.writeValueAsBytes(asBound).length);
        report.figure("writeTaskNanos", written);
        report.figure("jacksonWritesTaskNanos", theirs);
        report.atMost("writeTaskTimesJacksonWrites", written / theirs, MOST_OF_DATABIND);
        TaskEncoder encoder = new TaskEncoder();
        report.figure("writeTaskOfSharedPartsNanos", nanos(count, n -> encoder.value(TASK).length));
        report.figure("readResultNanos", nanos(count, n -> keep(Kind.RESULT.decode(result))));
        report.figure("writeResultNanos", nanos(count, n -> Kind.RESULT.encode(RESULT).length));
        report.figure("readOutcomeNanos", nanos(count, n -> keep(Kind.OUTCOME.decode(outcome))));
        report.figure("writeOutcomeNanos", nanos(count, n -> Kind.OUTCOME.encode(OUTCOME).length));
        report.figure("readScheduleNanos", nanos(count, n -> keep(Kind.SCHEDULE.decode(schedule))));
        report.figure("writeScheduleNanos", nanos(count, n -> Kind.SCHEDULE.encode(SCHEDULE).length));
    }

    private static int tokens(byte[] json) {
        int tokens = 0;
        try (JsonParser parser = JACKSON.createParser(json)) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        return tokens;
    }

    /** Takes results, so that the compiler can't remove the measured code. */
    private int keep(@Nullable Object made) {
        kept = made;
        return 1;
    }

    /** The best of several rounds; a slower one was disturbed, or not compiled yet. */
    private double nanos(int count, ToIntFunction<Integer> work) {
        double best = Double.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            for (int n = 0; n < count; n++) {
                sum += work.applyAsInt(n);
            }
            best = Math.min(best, (System.nanoTime() - began) / (double) count);
        }
        if (sum == 0 || kept == null) {
            throw new IllegalStateException("nothing was done");
        }
        return best;
    }
}
