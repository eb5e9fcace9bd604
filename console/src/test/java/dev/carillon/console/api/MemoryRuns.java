package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.console.history.ErrorGroup;
import dev.carillon.console.history.LogPage;
import dev.carillon.console.history.Page;
import dev.carillon.console.history.RecordPlace;
import dev.carillon.console.history.Run;
import dev.carillon.console.history.RunDetail;
import dev.carillon.console.history.RunFilter;
import dev.carillon.console.history.Runs;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.state.ExecutionState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The executions that were asked for by run-now. */
final class MemoryRuns implements Runs {
    private final MemoryRecordLog log;

    MemoryRuns(MemoryRecordLog log) {
        this.log = log;
    }

    /** The commands to run something, in order. */
    List<Command> commands() {
        return log.all(RunningConsole.NAMES.control()).stream()
                .map(record -> record.read(Kind.COMMAND).orElseThrow())
                .toList();
    }

    @Override
    public Optional<RunDetail> get(ExecutionKey key) {
        for (StoredRecord record : log.all(RunningConsole.NAMES.control())) {
            Command command = record.read(Kind.COMMAND).orElseThrow();
            if (command.execTime() != null
                    && ExecutionKey.of(command.subject(), command.execTime()).equals(key)) {
                Run run = new Run(
                        key,
                        ExecutionState.QUEUED,
                        null,
                        null,
                        null,
                        null,
                        null,
                        0,
                        null,
                        null,
                        null,
                        record.appended(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
                return Optional.of(new RunDetail(run, List.of(), null, null, null, 0));
            }
        }
        return Optional.empty();
    }

    @Override
    public Page<Run> find(RunFilter filter, @Nullable String cursor, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ErrorGroup> errors(RunFilter filter, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LogPage log(ExecutionKey key, int attempt, long from, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RecordPlace> records(ExecutionKey key) {
        throw new UnsupportedOperationException();
    }
}
