package dev.carillon.console.history.fold;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.LogLines;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a record to what it says. */
public final class RecordReader {
    /** More topics than a cluster has for Carillon; beyond that names are looked at anew. */
    private static final int MOST_TOPICS = 10_000;

    private final TopicNames names;
    private final Map<String, Optional<Source>> sources = new HashMap<>();

    public RecordReader(TopicNames names) {
        this.names = names;
    }

    /** What the record says; nothing for what does not concern history. Throws if it can't be read. */
    public List<News> read(StoredRecord record) throws ContractException {
        if (sources.size() > MOST_TOPICS) {
            sources.clear();
        }
        Optional<Source> found = sources.computeIfAbsent(record.topic(), topic -> Source.of(topic, names));
        if (found.isEmpty()) {
            return List.of();
        }
        Source source = found.get();
        byte[] value = record.value();
        Stamp stamp = Stamp.of(
                source, record.partition(), record.offset(), record.appended().toEpochMilli());
        return switch (source) {
            case SCHEDULES -> List.of(new News.OfSchedule(record.keyText(), record.offset(), record.appended(), value));
            case WORKERS -> List.of(new News.OfWorker(record.keyText(), record.appended(), value));
            case DEAD_LETTERS -> List.of(new News.OfLetter(Letter.of(record)));
            default -> value == null ? List.of() : ofValue(source, record, value, stamp);
        };
    }

    private List<News> ofValue(Source source, StoredRecord record, byte[] value, Stamp stamp) {
        return switch (source) {
            case RESULTS -> result(record, value, stamp);
            case OUTCOMES -> List.of(outcome(Kind.OUTCOME.decode(value), record, stamp));
            case EVENTS -> EventNews.of(Kind.EVENT.decode(value), record.topic(), stamp);
            case LOGS -> lines(Kind.LOG_LINES.decode(value), stamp);
            case CONTROL -> command(Kind.COMMAND.decode(value), record, stamp);
            case AUDIT -> MarkNews.of(Kind.AUDIT_ENTRY.decode(value));
            default -> List.of(task(source, Kind.TASK.decode(value), record, value, stamp));
        };
    }

    private News task(Source source, Task task, StoredRecord record, byte[] value, Stamp stamp) {
        ExecutionKey key = RecordKeys.of(
                task, record.appended(), names.position(record.topic(), record.partition(), record.offset()));
        TaskFact fact = TaskFact.of(task, stamp, false, value);
        AttemptFacts.Lying lying = new AttemptFacts.Lying(stamp, !source.isQueue(), task.notBefore());
        return new News.OfRun(key, stamp, record.topic(), facts -> {
            facts.isTask(fact);
            facts.attempt(task.attempt()).lies(lying);
        });
    }

    private static List<News> result(StoredRecord record, byte[] value, Stamp stamp) {
        String kind = record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT);
        if (!kind.equals(Headers.KIND_RESULT) && !kind.equals(Headers.KIND_CLAIM)) {
            return List.of();
        }
        Result result = Kind.RESULT.decode(value);
        return List.of(new News.OfRun(result.key(), stamp, record.topic(), facts -> tell(result, stamp, facts)));
    }

    private static void tell(Result result, Stamp stamp, RunFacts facts) {
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

    private static News outcome(Outcome outcome, StoredRecord record, Stamp stamp) {
        return new News.OfRun(outcome.key(), stamp, record.topic(), facts -> {
            facts.hasEnded(OutcomeFact.of(outcome, stamp));
            Result last = outcome.last();
            if (last != null) {
                facts.attempt(last.attempt()).ends(EndFact.of(last, stamp, true));
            }
        });
    }

    /** A sign of life, but one of so many that their places would leave no room for others. */
    private static List<News> lines(LogLines log, Stamp stamp) {
        return List.of(
                new News.OfRun(log.key(), stamp, null, facts -> {}),
                new News.OfLog(log.key(), log.attempt(), log.sequence(), log.at(), log.lines()));
    }

    private static List<News> command(Command command, StoredRecord record, Stamp stamp) {
        return command.command() == CommandKind.CANCEL
                ? List.of(new News.OfRun(
                        ExecutionKey.parse(command.subject()),
                        stamp,
                        record.topic(),
                        facts -> facts.isToBeCancelled(stamp)))
                : List.of();
    }
}
