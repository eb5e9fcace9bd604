package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.AttemptFacts;
import dev.carillon.console.history.fold.EndFact;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.RunDetailAttemptBuilder;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlCursor;
import dev.carillon.console.history.sql.database.SqlReading;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlTopics;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers {@link Runs} from rows. */
public final class SqlRuns implements Runs {
    private final SqlReading database;

    public SqlRuns(SqlReading database) {
        this.database = database;
    }

    @Override
    public ResultPage<Run> find(RunFilter filter, @Nullable String cursor, int limit) {
        Long before = SqlCursor.number(cursor);
        int bounded = Math.max(1, Math.min(limit, MAX_LIMIT));
        return database.read(statements -> new SqlRunSearch(statements, filter, bounded).page(before));
    }

    @Override
    public List<ErrorGroup> errors(RunFilter filter, int limit) {
        int bounded = Math.max(1, Math.min(limit, MAX_LIMIT));
        return database.read(statements -> new SqlErrorGroups(statements, filter).most(bounded));
    }

    @Override
    public Optional<RunDetail> get(ExecutionKey key) {
        return database.read(statements -> {
            RunFacts facts = facts(statements, key);
            Run run = facts == null ? null : SqlRunRows.byId(statements, facts.id());
            return facts == null || run == null ? Optional.empty() : Optional.of(detail(statements, facts, run));
        });
    }

    private static @Nullable RunFacts facts(SqlStatements statements, ExecutionKey key) throws SQLException {
        RunFacts facts = new SqlRunTable(statements, new SqlTopics(statements)).find(key);
        if (facts != null) {
            new SqlAttemptTable(statements).restore(facts);
        }
        return facts;
    }

    private static RunDetail detail(SqlStatements statements, RunFacts facts, Run run) throws SQLException {
        List<RunDetail.Attempt> attempts = new ArrayList<>();
        for (AttemptFacts attempt : facts.attempts()) {
            attempts.add(attempt(attempt, run));
        }
        Task task = null;
        RawJson data = null;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT task, data FROM bodies WHERE run_id = ?")
                .number(facts.id()))) {
            if (row.next()) {
                byte[] taskBytes = row.bytes();
                byte[] dataBytes = row.bytes();
                task = taskBytes == null ? null : task(taskBytes);
                data = dataBytes == null || !hasSucceeded(facts) ? null : RawJson.written(dataBytes);
            }
        }
        long asked = facts.times().cancelAsked();
        return new RunDetail(
                run,
                attempts,
                task,
                data,
                asked == 0 ? null : Instant.ofEpochMilli(asked),
                SqlLogs.count(statements, facts.id()));
    }

    /** An answer may be stored of an attempt that was given up before it came. */
    private static boolean hasSucceeded(RunFacts facts) {
        return facts.attempts().stream().anyMatch(attempt -> attempt.status() == ResultStatus.SUCCEEDED);
    }

    private static @Nullable Task task(byte[] bytes) {
        try {
            return Kind.TASK.decode(bytes);
        } catch (ContractException e) {
            // Safe: it was readable when it was stored; a newer version may be stricter, and shows the rest.
            return null;
        }
    }

    private static RunDetail.Attempt attempt(AttemptFacts attempt, Run run) {
        EndFact end = attempt.end();
        ResultStatus status = attempt.status();
        boolean runs = status == null && run.state() == ExecutionState.RUNNING && attempt.number() == run.attempts();
        return RunDetailAttemptBuilder.builder()
                .number(attempt.number())
                .status(runs ? ResultStatus.STARTED : status)
                .code(end == null ? null : end.code())
                .message(end == null ? null : end.message())
                .error(end == null ? null : end.error())
                .worker(attempt.worker())
                .queued(attempt.queued() == Long.MAX_VALUE ? null : Instant.ofEpochMilli(attempt.queued()))
                .started(attempt.started())
                .finished(end == null ? null : end.finished())
                .said(attempt.reported() == 0 ? null : Instant.ofEpochMilli(attempt.reported()))
                .build();
    }

    @Override
    public LogPage log(ExecutionKey key, int attempt, long from, int limit) {
        return database.read(statements -> {
            long id = SqlRunTable.id(statements, key);
            Run run = id == 0 ? null : SqlRunRows.byId(statements, id);
            boolean ended = run != null && run.state().isFinal();
            return SqlLogs.page(statements, id, attempt, from, limit, ended);
        });
    }

    @Override
    public List<RecordPlace> records(ExecutionKey key) {
        return database.read(statements -> {
            RunFacts facts = facts(statements, key);
            return facts == null
                    ? List.of()
                    : facts.places().all().stream()
                            .map(place -> new RecordPlace(
                                    Objects.requireNonNull(place.topic()),
                                    place.stamp().partition(),
                                    place.stamp().offset(),
                                    Instant.ofEpochMilli(place.stamp().at())))
                            .toList();
        });
    }
}
