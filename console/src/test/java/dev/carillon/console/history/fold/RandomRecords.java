package dev.carillon.console.history.fold;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The records of many executions that run at the same time, made from a seed. Each one retries, is handed back, ends or
 * breaks off at random; several records share a millisecond, and workers measure in nanoseconds.
 */
public final class RandomRecords {
    private static final int SPREAD_MS = 20 * 60_000;
    private static final int MOST_ATTEMPTS = 3;
    private static final List<String> MESSAGES =
            List.of("no row %d in \"orders\"", "time out after %d ms", "naïve ☃ \uD83D\uDE00 %d");

    private final Random random;
    private final List<Step> steps = new ArrayList<>();

    private record Step(Instant at, Consumer<Written> write) {}

    private RandomRecords(long seed) {
        random = new Random(seed);
    }

    /** The records in the order in which they were appended. */
    public static List<ReceivedRecord> of(long seed, int executions) {
        RandomRecords made = new RandomRecords(seed);
        for (int i = 0; i < executions; i++) {
            made.execution(i);
        }
        made.steps.sort(Comparator.comparing(Step::at));
        Written written = new Written();
        made.steps.forEach(step -> step.write().accept(written.at(step.at())));
        return written.records();
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private void execution(int number) {
        Instant begin = Written.BEGIN.plusMillis(random.nextInt(SPREAD_MS));
        String taskId = "task-" + number % 17;
        if (oneIn(12)) {
            skipped(ExecutionKey.of(taskId, begin.plusNanos(number + 1)), begin);
        } else if (oneIn(2)) {
            Instant nominal = Instant.ofEpochSecond(begin.getEpochSecond(), 0);
            ExecutionKey key = ExecutionKey.of(taskId, nominal.plusNanos(number + 1));
            follow(Task.first(key, Origin.TICK, work()).withNominalTime(nominal).withSchedule(1, 1), begin);
        } else {
            ExecutionKey key = ExecutionKey.of(taskId, begin.plusNanos(number + 1));
            follow(Task.first(key, oneIn(6) ? Origin.BACKFILL : Origin.SUBMITTED, work()), begin);
        }
    }

    private Work work() {
        return WorkBuilder.builder(Work.of(oneIn(3) ? "http" : "shell", RawJson.NULL))
                .queue(oneIn(4) ? "slow" : "default")
                .name(oneIn(5) ? "Größe ☃" : null)
                .labels(oneIn(3) ? Map.of("team", "a\"b") : Map.of())
                .build();
    }

    private Instant after(Instant at) {
        return at.plusMillis(oneIn(4) ? 0 : random.nextInt(4_000));
    }

    private void at(Instant at, Consumer<Written> write) {
        steps.add(new Step(at, write));
    }

    private void skipped(ExecutionKey key, Instant begin) {
        long count = 1L + random.nextInt(5);
        SkippedRange range = new SkippedRange(
                oneIn(2) ? SkipReason.OVERLAP : SkipReason.MISSED, begin, begin.plusSeconds(60 * count), count);
        Result result = Result.of(key, 1, ResultStatus.SKIPPED).withSkipped(range);
        at(begin, written -> written.reported(result));
        if (!oneIn(5)) {
            at(after(begin), written -> written.skipped(key, range));
        }
    }

    private void follow(Task first, Instant begin) {
        ExecutionKey key = Objects.requireNonNull(first.key());
        Instant at = begin;
        Task task = first;
        if (oneIn(6)) {
            Task rests = first.withTimes(begin.plusSeconds(random.nextInt(900)), null);
            at(at, written -> written.delayed(rests));
            if (oneIn(3)) {
                return;
            }
            at = after(at);
            at(at, written -> written.released(first));
        } else {
            at(at, written -> written.queued(first));
        }
        if (oneIn(9)) {
            at(after(at), written -> written.cancelAsked(key));
        }
        while (true) {
            at = signs(key, task.attempt(), after(at));
            if (oneIn(8)) {
                return;
            }
            ResultStatus status = end(task.attempt());
            Result result = result(task, status, at);
            at(at, written -> written.reported(result));
            at = after(at);
            if (status == ResultStatus.HANDED_BACK || (isFailure(status) && task.attempt() < MOST_ATTEMPTS)) {
                task = status == ResultStatus.HANDED_BACK ? task.redelivered() : task.nextAttempt(at.plusSeconds(10));
                Task next = task;
                at = after(at);
                at(at, written -> written.released(next));
            } else {
                ended(result, at);
                return;
            }
        }
    }

    /** Claims, events and log lines of an attempt. */
    private Instant signs(ExecutionKey key, int attempt, Instant from) {
        Instant at = from;
        if (oneIn(2)) {
            at(at, written -> written.claimed(key, attempt));
            at = after(at);
        }
        if (oneIn(4)) {
            at(at, written -> written.event(EventType.STARTED, key.toString(), null));
            at = after(at);
        }
        if (oneIn(9)) {
            at(at, written -> written.event(EventType.OVERDUE, key.toString(), null));
        }
        if (oneIn(5)) {
            at(after(at), written -> written.log(key, attempt, 0, "one", "two"));
        }
        return at;
    }

    private ResultStatus end(int attempt) {
        ResultStatus[] ends = {
            ResultStatus.SUCCEEDED,
            ResultStatus.SUCCEEDED,
            ResultStatus.SUCCEEDED,
            ResultStatus.FAILED,
            ResultStatus.FAILED,
            ResultStatus.TIMED_OUT,
            ResultStatus.LOST,
            ResultStatus.CANCELLED,
            ResultStatus.EXPIRED,
            ResultStatus.HANDED_BACK
        };
        return ends[random.nextInt(ends.length - attempt / MOST_ATTEMPTS)];
    }

    private static boolean isFailure(ResultStatus status) {
        return status == ResultStatus.FAILED || status == ResultStatus.TIMED_OUT || status == ResultStatus.LOST;
    }

    private Result result(Task task, ResultStatus status, Instant at) {
        // Some attempts take microseconds, in which rounding shows.
        Instant finished = at.plusNanos(random.nextInt(1_000_000));
        Instant started = finished.minusNanos(oneIn(2) ? random.nextInt(9_000) : random.nextInt(2_000_000_000));
        Result result = Result.of(Objects.requireNonNull(task.key()), task.attempt(), status)
                .withRun(
                        new WorkerRef("w-" + random.nextInt(4), "i"),
                        new AttemptTimes(task.nominalTime(), started, finished),
                        null);
        if (status == ResultStatus.SUCCEEDED) {
            return result.withData(
                    RawJson.written(("{\"n\":" + random.nextInt(100) + "}").getBytes(StandardCharsets.UTF_8)));
        }
        String message =
                String.format(Locale.ROOT, MESSAGES.get(random.nextInt(MESSAGES.size())), random.nextInt(1_000));
        return result.withReason(oneIn(2) ? "E" + random.nextInt(3) : null, message, "at line " + random.nextInt(9))
                .withTask(task);
    }

    private void ended(Result last, Instant at) {
        OutcomeStatus status =
                switch (last.status()) {
                    case SUCCEEDED -> OutcomeStatus.SUCCEEDED;
                    case CANCELLED -> OutcomeStatus.CANCELLED;
                    case EXPIRED -> OutcomeStatus.EXPIRED;
                    default -> OutcomeStatus.FAILED;
                };
        if (!oneIn(7)) {
            at(at, written -> written.ended(last.key(), status, last.attempt(), last));
        }
        if (oneIn(10)) {
            // A late success of an attempt that was given up.
            at(after(at), written -> written.reported(Result.of(last.key(), last.attempt(), ResultStatus.SUCCEEDED)));
        }
        if (status == OutcomeStatus.FAILED) {
            at(
                    at,
                    written -> written.put(
                            Written.NAMES.deadLetters(),
                            last.key(),
                            new byte[] {1},
                            Map.of(
                                    "cause",
                                    "EXHAUSTED",
                                    "origin-topic",
                                    Written.NAMES.tasks("default", Priority.NORMAL))));
        }
    }

    /** How long the records take. */
    public static Duration length() {
        return Duration.ofMillis(SPREAD_MS).plusMinutes(2);
    }
}
