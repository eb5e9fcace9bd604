package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.deadletter.DeadLetterMark;
import dev.carillon.client.deadletter.DeadLetterMarks;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.deadletter.DeadLetterFilter;
import dev.carillon.console.history.deadletter.DeadLetters;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.record.ReceivedRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The dead letters of the topic in memory, with their marks in {@code audit}. */
final class MemoryLetters implements DeadLetters {
    private final MemoryRecordLog log;

    MemoryLetters(MemoryRecordLog log) {
        this.log = log;
    }

    @Override
    public ResultPage<DeadLetterEntry> find(DeadLetterFilter filter, @Nullable String cursor, int limit) {
        if (cursor != null) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_CURSOR, "the cursor is not one of ours", "cursor", cursor, "next of a page");
        }
        List<DeadLetterEntry> all = log.all(RunningConsole.NAMES.deadLetters()).stream()
                .map(this::entry)
                .filter(entry -> filter.all() || entry.standing() == DeadLetterEntry.Standing.OPEN)
                .filter(entry -> filter.cause() == null || filter.cause().equals(entry.cause()))
                .toList();
        return new ResultPage<>(all, null);
    }

    @Override
    public Optional<DeadLetterEntry> get(int partition, long offset) {
        return log.all(RunningConsole.NAMES.deadLetters()).stream()
                .filter(record -> record.partition() == partition && record.offset() == offset)
                .findFirst()
                .map(this::entry);
    }

    private DeadLetterEntry entry(ReceivedRecord record) {
        StoredDeadLetter letter = new StoredDeadLetter(record);
        Optional<DeadLetterMark> mark =
                DeadLetterMarks.read(log, RunningConsole.NAMES).of(letter);
        return new DeadLetterEntry(
                new RecordPlace(record.topic(), record.partition(), record.offset(), record.appended()),
                record.keyText(),
                letter.cause(),
                letter.message(),
                new RecordPlace(RunningConsole.NAMES.results(), 1, 7, record.appended()),
                mark.map(one -> DeadLetterEntry.Standing.valueOf(one.deed().name()))
                        .orElse(DeadLetterEntry.Standing.OPEN),
                mark.map(DeadLetterMark::key).orElse(null));
    }
}
