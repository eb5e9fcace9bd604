package dev.carillon.console.history.sql;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.fold.AttemptFacts;
import dev.carillon.console.history.fold.Batch;
import dev.carillon.console.history.fold.EndFact;
import dev.carillon.console.history.fold.ErrorKind;
import dev.carillon.console.history.fold.News;
import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.fold.RunSummary;
import dev.carillon.console.history.fold.Tallies;
import dev.carillon.console.history.fold.TaskFact;
import dev.carillon.schemas.key.ExecutionKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what a batch says of executions: each is read once if it is there, told all that is new, and written once. */
final class SqlRunWriter {
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

    SqlRunWriter(SqlStatements statements, SqlTopics topics) {
        this.statements = statements;
        this.runs = new SqlRunTable(statements, topics);
        this.attempts = new SqlAttemptTable(statements);
        this.tallyTables = new SqlTallyTables(statements);
    }

    List<Change> write(Batch batch) throws SQLException {
        Pass pass = new Pass(SqlCounters.get(statements, SEQUENCE));
        long before = pass.sequence;
        for (Map.Entry<ExecutionKey, List<News.OfRun>> run : batch.runs().entrySet()) {
            pass.tell(run.getKey(), run.getValue(), batch.logs().getOrDefault(run.getKey(), List.of()));
        }
        runs.flush();
        attempts.flush();
        statements.flush(BODY);
        statements.flush(LINES);
        for (ErrorKind error : pass.errors.values()) {
            statements
                    .with(ERROR)
                    .number(error.id())
                    .text(error.code())
                    .text(error.message())
                    .batched();
        }
        statements.flush(ERROR);
        tallyTables.add(pass.tallies);
        if (pass.sequence != before) {
            SqlCounters.set(statements, SEQUENCE, pass.sequence);
        }
        return pass.changes;
    }

    /** One batch on its way. */
    private final class Pass {
        private final Tallies tallies = new Tallies();
        private final Map<Long, ErrorKind> errors = new HashMap<>();
        private final List<Change> changes = new ArrayList<>();
        private long sequence;

        Pass(long sequence) {
            this.sequence = sequence;
        }

        void tell(ExecutionKey key, List<News.OfRun> news, List<News.OfLog> logs) throws SQLException {
            RunFacts facts = runs.find(key);
            if (facts == null) {
                facts = new RunFacts(key);
            } else {
                attempts.restore(facts);
                tallies.leave(facts, RunSummary.of(facts));
            }
            Batch.tell(facts, news);
            if (facts.id() == 0) {
                facts.numbered(RowId.of(facts.times().firstHeard(), ++sequence));
            }
            save(facts);
            save(facts.id(), logs);
            Instant at = Instant.ofEpochMilli(facts.times().lastHeard());
            if (!logs.isEmpty()) {
                changes.add(new Change(Change.Kind.LOG, key.toString(), null, at));
            }
        }

        private void save(RunFacts facts) throws SQLException {
            RunSummary summary = RunSummary.of(facts);
            tallies.enter(facts, summary);
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
            changes.add(new Change(
                    Change.Kind.RUN,
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

        private void save(long runId, List<News.OfLog> logs) throws SQLException {
            for (News.OfLog log : logs) {
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
