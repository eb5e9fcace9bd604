package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.fold.AttemptFacts;
import dev.carillon.console.history.fold.CountChanges;
import dev.carillon.console.history.fold.EndFact;
import dev.carillon.console.history.fold.ErrorKind;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.fold.RecordFacts;
import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.fold.RunSummary;
import dev.carillon.console.history.fold.TaskFact;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlCounters;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlTopics;
import dev.carillon.schemas.key.ExecutionKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the rows of executions that a batch changes: reads each once, applies all its updates, writes it once. */
public final class SqlRunWriter {
    private static final String BODY = "INSERT INTO bodies (run_id, task, data) VALUES (?, ?, ?) ON CONFLICT (run_id)"
            + " DO UPDATE SET task = COALESCE(excluded.task, bodies.task),"
            + " data = COALESCE(excluded.data, bodies.data)";
    private static final String LINES = SqlColumns.upsert(
            "logs",
            SqlColumns.of("run_id, attempt, sequence"),
            SqlColumns.of("run_id, attempt, sequence, written, line_count, lines"));
    private static final String ERROR = SqlColumns.upsert("errors", List.of("id"), SqlColumns.of("id, code, message"));
    private static final String SEQUENCE = "sequence";

    private final SqlStatements statements;
    private final SqlRunTable runs;
    private final SqlAttemptTable attempts;
    private final SqlTallyTables tallyTables;

    public SqlRunWriter(SqlStatements statements, SqlTopics topics) {
        this.statements = statements;
        this.runs = new SqlRunTable(statements, topics);
        this.attempts = new SqlAttemptTable(statements);
        this.tallyTables = new SqlTallyTables(statements);
    }

    public List<HistoryChange> write(FoldedBatch batch) throws SQLException {
        BatchWrite batchWrite = new BatchWrite(SqlCounters.get(statements, SEQUENCE));
        long before = batchWrite.sequence;
        for (Map.Entry<ExecutionKey, List<RecordFacts.OfRun>> run : batch.runs().entrySet()) {
            batchWrite.update(run.getKey(), run.getValue(), batch.logs().getOrDefault(run.getKey(), List.of()));
        }
        runs.flush();
        attempts.flush();
        statements.flush(BODY);
        statements.flush(LINES);
        for (ErrorKind error : batchWrite.errors.values()) {
            statements
                    .with(ERROR)
                    .number(error.id())
                    .text(error.code())
                    .text(error.message())
                    .batched();
        }
        statements.flush(ERROR);
        tallyTables.add(batchWrite.tallies);
        if (batchWrite.sequence != before) {
            SqlCounters.set(statements, SEQUENCE, batchWrite.sequence);
        }
        return batchWrite.changes;
    }

    /** Collects the rows and counts of one batch. */
    private final class BatchWrite {
        private final CountChanges tallies = new CountChanges();
        private final Map<Long, ErrorKind> errors = new HashMap<>();
        private final List<HistoryChange> changes = new ArrayList<>();
        private long sequence;

        BatchWrite(long sequence) {
            this.sequence = sequence;
        }

        void update(ExecutionKey key, List<RecordFacts.OfRun> updates, List<RecordFacts.OfLog> logs)
                throws SQLException {
            RunFacts facts = runs.find(key);
            if (facts == null) {
                facts = new RunFacts(key);
            } else {
                attempts.restore(facts);
                tallies.subtract(facts, RunSummary.of(facts));
            }
            FoldedBatch.apply(facts, updates);
            if (facts.id() == 0) {
                facts.numbered(RowId.of(facts.times().firstHeard(), ++sequence));
            }
            save(facts);
            save(facts.id(), logs);
            Instant at = Instant.ofEpochMilli(facts.times().lastHeard());
            if (!logs.isEmpty()) {
                changes.add(new HistoryChange(HistoryChange.Kind.LOG, key.toString(), null, at));
            }
        }

        private void save(RunFacts facts) throws SQLException {
            RunSummary summary = RunSummary.of(facts);
            tallies.add(facts, summary);
            if (summary.error() != null) {
                errors.put(summary.error().id(), summary.error());
            }
            runs.save(facts, summary);
            attempts.save(facts);
            TaskFact task = facts.task();
            byte[] data = data(facts);
            if ((task != null && task.body() != null) || data != null) {
                statements
                        .with(BODY)
                        .number(facts.id())
                        .bytes(task == null ? null : task.body())
                        .bytes(data)
                        .batched();
            }
            changes.add(new HistoryChange(
                    HistoryChange.Kind.RUN,
                    facts.key().toString(),
                    summary.state(),
                    Instant.ofEpochMilli(facts.times().lastHeard())));
        }

        private static byte @Nullable [] data(RunFacts facts) {
            byte[] data = null;
            for (AttemptFacts attempt : facts.attempts()) {
                EndFact end = attempt.end();
                data = end == null || end.data() == null ? data : end.data();
            }
            return data;
        }

        private void save(long runId, List<RecordFacts.OfLog> logs) throws SQLException {
            for (RecordFacts.OfLog log : logs) {
                statements
                        .with(LINES)
                        .number(runId)
                        .number(log.attempt())
                        .number(log.sequence())
                        .instant(log.at())
                        .number(log.lines().size())
                        .text(String.join(
                                "\n",
                                log.lines().stream()
                                        .map(line -> line.replace('\n', ' '))
                                        .toList()))
                        .batched();
            }
        }
    }
}
