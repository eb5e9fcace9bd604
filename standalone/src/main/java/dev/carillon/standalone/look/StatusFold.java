package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Retry;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From the records of one execution to its status: each record is taken in turn, and the last word counts. */
final class StatusFold {
    private final ExecutionKey key;
    private final TopicNames names;
    private final Map<Integer, ExecutionStatus.Attempt> attempts = new TreeMap<>();
    private @Nullable ExecutionState state;
    private String why = "";
    private @Nullable Instant nextAttempt;
    private @Nullable Instant cancelAsked;
    private @Nullable TaskPosition where;
    private @Nullable Task task;
    private @Nullable Outcome outcome;

    private StatusFold(ExecutionKey key, TopicNames names) {
        this.key = key;
        this.names = names;
    }

    /**
     * The status that the records tell; empty if none of them speaks of the execution's fate.
     *
     * @param records those of this execution alone, in any order
     */
    static Optional<ExecutionStatus> of(ExecutionKey key, List<StoredRecord> records, TopicNames names, Instant now) {
        StatusFold fold = new StatusFold(key, names);
        // Append times have milliseconds: within one, a task comes before what is said of it.
        records.stream()
                .sorted(Comparator.comparing(StoredRecord::appended)
                        .thenComparing(record -> fold.rank(record.topic()))
                        .thenComparingLong(StoredRecord::offset))
                .forEach(record -> fold.take(record, now));
        return fold.status();
    }

    private int rank(String topic) {
        if (names.lane(topic) != null || topic.equals(names.delayed())) {
            return 0;
        }
        if (!names.queues(List.of(topic)).isEmpty()) {
            return 1;
        }
        if (topic.equals(names.outcomes())) {
            return 4;
        }
        return topic.equals(names.results()) ? 3 : 2;
    }

    private void take(StoredRecord record, Instant now) {
        String topic = record.topic();
        if (topic.equals(names.control())) {
            record.read(Kind.COMMAND).ifPresent(command -> asked(command, record));
        } else if (topic.equals(names.delayed())) {
            record.read(Kind.TASK).ifPresent(found -> delayed(found, record));
        } else if (topic.equals(names.events())) {
            record.read(Kind.EVENT)
                    .filter(event -> event.type() == EventType.STARTED || event.type() == EventType.PROGRESS)
                    .ifPresent(event -> running(record));
        } else if (topic.equals(names.results())) {
            String kind = record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT);
            if (kind.equals(Headers.KIND_RESULT) || kind.equals(Headers.KIND_CLAIM)) {
                record.read(Kind.RESULT).ifPresent(result -> said(result, record));
            }
        } else if (topic.equals(names.outcomes())) {
            record.read(Kind.OUTCOME).ifPresent(this::ended);
        } else {
            record.read(Kind.TASK).ifPresent(found -> queued(found, record, now));
        }
    }

    private void asked(Command command, StoredRecord record) {
        if (command.command() == CommandKind.CANCEL) {
            cancelAsked = record.appended();
        }
    }

    private void queued(Task found, StoredRecord record, Instant now) {
        ExecutionStatus.Attempt before = attempts.get(found.attempt());
        boolean repeat = before != null && before.status() != null && before.status() != ResultStatus.HANDED_BACK;
        if (outcome != null || repeat) {
            return; // A second copy of what has been met already changes nothing.
        }
        lies(found, record);
        attempts.put(found.attempt(), Attempts.unheard(found.attempt(), record.appended()));
        Instant start = found.notBefore();
        if (start != null && start.isAfter(now)) {
            waits(ExecutionState.PENDING, "it may not start before " + start, start);
            return;
        }
        waits(
                ExecutionState.QUEUED,
                "attempt " + found.attempt() + " lies in "
                        + Evidence.of("task", record).place() + ", and no worker has spoken of it yet",
                null);
    }

    private void delayed(Task found, StoredRecord record) {
        if (outcome != null) {
            return;
        }
        lies(found, record);
        waits(ExecutionState.PENDING, "it rests in a timer until " + found.notBefore(), found.notBefore());
    }

    private void lies(Task found, StoredRecord record) {
        task = found;
        where = new TaskPosition(record.topic(), record.partition(), record.offset());
    }

    private void running(StoredRecord record) {
        int last = attempts.keySet().stream().reduce(1, Math::max);
        ExecutionStatus.Attempt known = attempts.getOrDefault(last, Attempts.unheard(last, record.appended()));
        if (outcome == null && (known.status() == null || known.status() == ResultStatus.STARTED)) {
            attempts.put(last, Attempts.running(known, record.appended()));
            waits(ExecutionState.RUNNING, "attempt " + last + " runs" + Attempts.by(known), null);
        }
    }

    private void said(Result result, StoredRecord record) {
        if (outcome != null) {
            return;
        }
        ExecutionStatus.Attempt known = attempts.get(result.attempt());
        if (result.status() == ResultStatus.STARTED && known != null && Attempts.isOver(known)) {
            return;
        }
        ExecutionStatus.Attempt attempt = Attempts.of(result, record.appended());
        attempts.put(result.attempt(), attempt);
        task = result.task() == null ? task : result.task();
        String words = Attempts.words(attempt);
        switch (result.status()) {
            case STARTED -> waits(ExecutionState.RUNNING, words, null);
            case HANDED_BACK -> waits(ExecutionState.QUEUED, words, null);
            case FAILED, TIMED_OUT, LOST -> failed(result, words, record.appended());
            default -> waits(ExecutionState.RUNNING, words + "; its outcome follows", null);
        }
    }

    private void failed(Result result, String words, Instant appended) {
        Retry retry = task == null ? Retry.DEFAULT : task.work().retry();
        if (result.attempt() > retry.maxRetries()) {
            waits(ExecutionState.RUNNING, words + "; its outcome follows", null);
            return;
        }
        Instant next = appended.plus(rest(result.attempt(), retry));
        String about = retry.jitter() == 0 ? " may start at " : " may start at about ";
        waits(ExecutionState.RETRYING, words + "; attempt " + (result.attempt() + 1) + about + next, next);
    }

    /** The rest before the next attempt, without its jitter. */
    private static Duration rest(int failedAttempt, Retry retry) {
        double grown = retry.delay().toMillis() * Math.pow(retry.backoffRate(), failedAttempt - 1.0);
        return Duration.ofMillis(
                (long) Math.min(grown, (double) retry.maxDelay().toMillis()));
    }

    private void ended(Outcome found) {
        outcome = found;
        Result last = found.last();
        if (last != null && found.status() != OutcomeStatus.SKIPPED) {
            attempts.put(last.attempt(), Attempts.of(last, found.decidedAt()));
        }
        String reason = found.message() == null ? "" : ": " + found.message();
        String code = found.code() == null ? "" : " (" + found.code() + ")";
        waits(
                switch (found.status()) {
                    case SUCCEEDED -> ExecutionState.SUCCEEDED;
                    case FAILED -> ExecutionState.FAILED;
                    case CANCELLED -> ExecutionState.CANCELLED;
                    case EXPIRED -> ExecutionState.EXPIRED;
                    case SKIPPED -> ExecutionState.SKIPPED;
                },
                "ended " + found.status() + " after attempts: " + found.attempts() + code + reason,
                null);
    }

    private void waits(ExecutionState now, String because, @Nullable Instant next) {
        state = now;
        why = because;
        nextAttempt = next;
    }

    private Optional<ExecutionStatus> status() {
        if (state == null) {
            return Optional.empty();
        }
        String asked = cancelAsked == null || state.isFinal() ? "" : "; to be cancelled since " + cancelAsked;
        return Optional.of(new ExecutionStatus(
                key,
                state,
                why + asked,
                List.copyOf(attempts.values()),
                nextAttempt,
                cancelAsked,
                where,
                task,
                outcome));
    }
}
