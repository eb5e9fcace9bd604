package dev.carillon.client;

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
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From the records of one execution to its status: each record is taken in turn, and the last word counts. */
public final class StatusFold {
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
    public static Optional<ExecutionStatus> of(
            ExecutionKey key, List<StoredRecord> records, TopicNames names, Instant now) {
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
        return Hearing.sourceOf(topic, names)
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

    private void take(StoredRecord record, Instant now) {
        if (record.topic().equals(names.control())) {
            record.read(Kind.COMMAND).ifPresent(command -> asked(command, record));
            return;
        }
        switch (Hearing.sourceOf(record.topic(), names).orElse(EventSource.DEAD_LETTERS)) {
            case TASKS, RELEASED -> record.read(Kind.TASK).ifPresent(found -> queued(found, record, now));
            case DELAYED -> record.read(Kind.TASK).ifPresent(found -> delayed(found, record));
            case EVENTS ->
                record.read(Kind.EVENT)
                        .filter(event -> event.type() == EventType.STARTED || event.type() == EventType.PROGRESS)
                        .ifPresent(event -> running(record));
            case RESULTS -> {
                String kind = record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT);
                if (kind.equals(Headers.KIND_RESULT) || kind.equals(Headers.KIND_CLAIM)) {
                    record.read(Kind.RESULT).ifPresent(result -> said(result, record));
                }
            }
            case OUTCOMES -> record.read(Kind.OUTCOME).ifPresent(this::ended);
            case DEAD_LETTERS -> {} // Its outcome says the same.
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
                "attempt " + found.attempt() + " lies in " + record.part() + "@" + record.offset()
                        + ", and no worker has spoken of it yet",
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
        Optional<Instant> next = EventDeriver.nextAttempt(result, appended);
        if (next.isPresent()) {
            String then = "; attempt " + (result.attempt() + 1) + " may start at " + next.get();
            waits(ExecutionState.RETRYING, words + then, next.get());
        } else {
            waits(ExecutionState.RUNNING, words + "; its outcome follows", null);
        }
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
