package dev.carillon.client.status;

import dev.carillon.client.event.EventDeriver;
import dev.carillon.client.event.EventSource;
import dev.carillon.client.event.EventSources;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.RecordedState;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Folds the records of one execution, in the order of time, into its status. */
public final class StatusFold {
    private final ExecutionKey key;
    private final TopicNames names;
    private final NavigableMap<Integer, ExecutionStatus.Attempt> attempts = new TreeMap<>();
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
     * The status of the execution; empty if none of the records gives one.
     *
     * @param records those of this execution alone, in any order
     */
    public static Optional<ExecutionStatus> of(
            ExecutionKey key, List<ReceivedRecord> records, TopicNames names, Instant now) {
        StatusFold fold = new StatusFold(key, names);
        // Append times are in milliseconds: within one, a task comes before its results.
        records.stream()
                .sorted(Comparator.comparing(ReceivedRecord::appended)
                        .thenComparing(record -> fold.rank(record.topic()))
                        .thenComparingLong(ReceivedRecord::offset))
                .forEach(record -> fold.take(record, now));
        return fold.status();
    }

    private int rank(String topic) {
        return EventSources.sourceOf(topic, names)
                .map(source -> switch (source) {
                    case TASKS, DELAYED -> 0;
                    case RELEASED -> 1;
                    case EVENTS -> 2;
                    case RESULTS -> 3;
                    case OUTCOMES -> 4;
                    case DEAD_LETTERS -> 5;
                })
                .orElse(0);
    }

    private void take(ReceivedRecord record, Instant now) {
        if (record.topic().equals(names.control())) {
            record.read(Kind.COMMAND::ifReadable).ifPresent(command -> cancelRequested(command, record));
            return;
        }
        switch (EventSources.sourceOf(record.topic(), names).orElse(EventSource.DEAD_LETTERS)) {
            case TASKS, RELEASED -> record.read(Kind.TASK::ifReadable).ifPresent(found -> queued(found, record, now));
            case DELAYED -> record.read(Kind.TASK::ifReadable).ifPresent(found -> delayed(found, record));
            case EVENTS ->
                record.read(Kind.EVENT::ifReadable)
                        .filter(event -> event.type() == EventType.STARTED || event.type() == EventType.PROGRESS)
                        .ifPresent(event -> running(record));
            case RESULTS -> {
                String kind = record.headers().textOr(Headers.KIND, Headers.KIND_RESULT);
                if (kind.equals(Headers.KIND_RESULT) || kind.equals(Headers.KIND_CLAIM)) {
                    record.read(Kind.RESULT::ifReadable).ifPresent(result -> reported(result, record));
                }
            }
            case OUTCOMES -> record.read(Kind.OUTCOME::ifReadable).ifPresent(this::ended);
            case DEAD_LETTERS -> {} // The outcome has the same information.
        }
    }

    private void cancelRequested(Command command, ReceivedRecord record) {
        if (command.command() == CommandKind.CANCEL) {
            cancelAsked = record.appended();
        }
    }

    private void queued(Task found, ReceivedRecord record, Instant now) {
        if (isRepeat(found)) {
            return;
        }
        setTask(found, record);
        attempts.put(found.attempt(), AttemptHistory.notReported(found.attempt(), record.appended()));
        Instant start = found.notBefore();
        if (start != null && start.isAfter(now)) {
            enter(ExecutionState.PENDING, "it may not start before " + start, start);
            return;
        }
        enter(
                ExecutionState.QUEUED,
                "attempt " + found.attempt() + " is in " + record + "; no worker has reported on it yet",
                null);
    }

    /** A second copy of a task changes nothing once its attempt was reported, a later one is known, or all is over. */
    private boolean isRepeat(Task found) {
        ExecutionStatus.Attempt before = attempts.get(found.attempt());
        boolean reported = before != null && before.status() != null && before.status() != ResultStatus.HANDED_BACK;
        return outcome != null || reported || isOvertaken(found.attempt());
    }

    /** Brokers' clocks differ a little, so a record of an attempt may be dated after those of the next one. */
    private boolean isOvertaken(int attempt) {
        return !attempts.isEmpty() && attempts.lastKey() > attempt;
    }

    private void delayed(Task found, ReceivedRecord record) {
        if (isRepeat(found)) {
            return;
        }
        setTask(found, record);
        enter(ExecutionState.PENDING, "it waits in a timer until " + found.notBefore(), found.notBefore());
    }

    private void setTask(Task found, ReceivedRecord record) {
        task = found;
        where = new TaskPosition(record.topic(), record.partition(), record.offset());
    }

    private void running(ReceivedRecord record) {
        int last = attempts.isEmpty() ? 1 : attempts.lastKey();
        ExecutionStatus.Attempt known =
                attempts.getOrDefault(last, AttemptHistory.notReported(last, record.appended()));
        if (outcome == null && (known.status() == null || known.status() == ResultStatus.STARTED)) {
            attempts.put(last, AttemptHistory.running(known, record.appended()));
            enter(ExecutionState.RUNNING, "attempt " + last + " runs" + AttemptHistory.onWorker(known), null);
        }
    }

    private void reported(Result result, ReceivedRecord record) {
        if (outcome != null) {
            return;
        }
        ExecutionStatus.Attempt known = attempts.get(result.attempt());
        if (known != null && AttemptHistory.isOver(known)) {
            return; // The first end stands: the success of an attempt that was declared LOST changes nothing.
        }
        ExecutionStatus.Attempt attempt = AttemptHistory.of(result, record.appended());
        attempts.put(result.attempt(), attempt);
        if (isOvertaken(result.attempt())) {
            return;
        }
        task = result.task() == null ? task : result.task();
        String words = AttemptHistory.describe(attempt);
        Instant next = EventDeriver.nextAttempt(result, record.appended()).orElse(null);
        String then =
                switch (result.status()) {
                    case STARTED, HANDED_BACK -> "";
                    default ->
                        next == null
                                ? "; its outcome follows"
                                : "; attempt " + (result.attempt() + 1) + " may start at " + next;
                };
        enter(RecordedState.of(result.status(), next != null), words + then, next);
    }

    private void ended(Outcome found) {
        if (outcome != null) {
            return;
        }
        outcome = found;
        Result last = found.last();
        if (last != null && found.status() != OutcomeStatus.SKIPPED) {
            attempts.put(last.attempt(), AttemptHistory.of(last, found.decidedAt()));
        }
        String reason = found.message() == null ? "" : ": " + found.message();
        String code = found.code() == null ? "" : " (" + found.code() + ")";
        String attemptCount = found.attempts() == 1 ? "1 attempt" : found.attempts() + " attempts";
        enter(
                RecordedState.of(found.status()),
                "ended " + found.status() + " after " + attemptCount + code + reason,
                null);
    }

    private void enter(ExecutionState now, String because, @Nullable Instant next) {
        state = now;
        why = because;
        nextAttempt = next;
    }

    private Optional<ExecutionStatus> status() {
        if (state == null) {
            return Optional.empty();
        }
        String cancel = cancelAsked == null || state.isFinal() ? "" : "; cancel requested at " + cancelAsked;
        return Optional.of(ExecutionStatusBuilder.builder()
                .key(key)
                .state(state)
                .why(why + cancel)
                .attempts(List.copyOf(attempts.values()))
                .nextAttempt(nextAttempt)
                .cancelAsked(cancelAsked)
                .where(where)
                .task(task)
                .outcome(outcome)
                .build());
    }
}
