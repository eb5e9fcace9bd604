package dev.carillon.console.history.fold;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.worker.LogLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes a record into the facts that it adds to the history. */
public final class RecordReader {
    /** Bounds the cache of topic kinds; a cluster has fewer topics of Carillon. */
    private static final int MOST_TOPICS = 10_000;

    private final TopicNames names;
    private final Map<String, Optional<HistoryTopic>> sources = new HashMap<>();

    public RecordReader(TopicNames names) {
        this.names = names;
    }

    /** The facts of the record; empty if it does not concern the history. Throws if it can't be read. */
    public List<RecordFacts> read(ReceivedRecord record) throws ContractException {
        if (sources.size() > MOST_TOPICS) {
            sources.clear();
        }
        Optional<HistoryTopic> found = sources.computeIfAbsent(record.topic(), topic -> HistoryTopic.of(topic, names));
        if (found.isEmpty()) {
            return List.of();
        }
        HistoryTopic source = found.get();
        byte[] value = record.value();
        RecordStamp stamp = RecordStamp.of(
                source, record.partition(), record.offset(), record.appended().toEpochMilli());
        return switch (source) {
            case SCHEDULES ->
                List.of(new RecordFacts.OfSchedule(record.keyText(), record.offset(), record.appended(), value));
            case WORKERS -> List.of(new RecordFacts.OfWorker(record.keyText(), record.appended(), value));
            case DEAD_LETTERS -> List.of(new RecordFacts.OfDeadLetter(DeadLetterFacts.of(record)));
            default -> value == null ? List.of() : ofValue(source, record, value, stamp);
        };
    }

    private List<RecordFacts> ofValue(HistoryTopic source, ReceivedRecord record, byte[] value, RecordStamp stamp) {
        return switch (source) {
            case RESULTS -> result(record, value, stamp);
            case OUTCOMES -> List.of(outcome(Kind.OUTCOME.decode(value), record, stamp));
            case EVENTS -> EventFacts.of(Kind.EVENT.decode(value), record.topic(), stamp);
            case LOGS -> lines(Kind.LOG_LINES.decode(value), stamp);
            case CONTROL -> command(Kind.COMMAND.decode(value), record, stamp);
            case AUDIT -> MarkFacts.of(Kind.AUDIT_ENTRY.decode(value));
            default -> List.of(task(source, Kind.TASK.decode(value), record, value, stamp));
        };
    }

    private RecordFacts task(HistoryTopic source, Task task, ReceivedRecord record, byte[] value, RecordStamp stamp) {
        ExecutionKey key = RecordKeys.of(
                task, record.appended(), names.position(record.topic(), record.partition(), record.offset()));
        TaskFact fact = TaskFact.of(task, stamp, false, value);
        AttemptFacts.Placement placement = new AttemptFacts.Placement(stamp, !source.isQueue(), task.notBefore());
        return new RecordFacts.OfRun(key, stamp, record.topic(), facts -> {
            facts.isTask(fact);
            facts.attempt(task.attempt()).isPlaced(placement);
        });
    }

    private static List<RecordFacts> result(ReceivedRecord record, byte[] value, RecordStamp stamp) {
        String kind = record.headers().textOr(Headers.KIND, Headers.KIND_RESULT);
        if (!kind.equals(Headers.KIND_RESULT) && !kind.equals(Headers.KIND_CLAIM)) {
            return List.of();
        }
        Result result = Kind.RESULT.decode(value);
        return List.of(
                new RecordFacts.OfRun(result.key(), stamp, record.topic(), facts -> apply(result, stamp, facts)));
    }

    private static void apply(Result result, RecordStamp stamp, RunFacts facts) {
        Task task = result.task();
        if (task != null) {
            facts.isTask(TaskFact.of(task, stamp, true, null));
        }
        AttemptFacts attempt = facts.attempt(result.attempt());
        switch (result.status()) {
            case STARTED ->
                attempt.isClaimed(new AttemptFacts.Claim(
                        stamp,
                        result.worker() == null ? null : result.worker().id(),
                        result.times().started()));
            case HANDED_BACK -> attempt.isHandedBack(stamp.at());
            default -> attempt.ends(EndFact.of(result, stamp, false));
        }
    }

    private static RecordFacts outcome(Outcome outcome, ReceivedRecord record, RecordStamp stamp) {
        return new RecordFacts.OfRun(outcome.key(), stamp, record.topic(), facts -> {
            facts.hasEnded(OutcomeFact.of(outcome, stamp));
            Result last = outcome.last();
            if (last != null) {
                facts.attempt(last.attempt()).ends(EndFact.of(last, stamp, true));
            }
        });
    }

    /** Log records prove that the run lives, but their positions would crowd out those of other records. */
    private static List<RecordFacts> lines(LogLines log, RecordStamp stamp) {
        return List.of(
                new RecordFacts.OfRun(log.key(), stamp, null, facts -> {}),
                new RecordFacts.OfLog(log.key(), log.attempt(), log.sequence(), log.at(), log.lines()));
    }

    private static List<RecordFacts> command(Command command, ReceivedRecord record, RecordStamp stamp) {
        return command.command() == CommandKind.CANCEL
                ? List.of(new RecordFacts.OfRun(
                        ExecutionKey.parse(command.subject()),
                        stamp,
                        record.topic(),
                        facts -> facts.isToBeCancelled(stamp)))
                : List.of();
    }
}
