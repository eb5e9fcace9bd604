package dev.carillon.console.history.sql;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.ingest.HistoryStore;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlCounters;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlTopics;
import dev.carillon.console.history.sql.database.SqliteDatabase;
import dev.carillon.console.history.sql.database.SqliteRefusals;
import dev.carillon.console.history.sql.run.SqlRunWriter;
import dev.carillon.schemas.topic.TopicNames;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes rows and positions in one transaction per batch. */
final class SqlHistoryStore implements HistoryStore {
    private static final String OFFSET =
            SqlColumns.upsert("offsets", SqlColumns.of("topic, part"), SqlColumns.of("topic, part, next"));

    static final String WRITTEN = "written";

    private final SqliteDatabase database;
    private final TopicNames names;
    private final Duration retention;
    /** Null after a failure, because the connection may be unusable; the next use opens another. */
    private @Nullable Writers writers;

    /** The writers that share one connection. */
    private record Writers(
            SqlStatements statements,
            SqlTopics topics,
            SqlRunWriter runs,
            SqlOtherWriter others,
            SqlRetention retention) {}

    SqlHistoryStore(SqliteDatabase database, TopicNames names, Duration retention) {
        this.database = database;
        this.names = names;
        this.retention = retention;
        this.writers = newWriters();
    }

    private Writers writers() {
        Writers open = writers;
        if (open == null) {
            database.renewWriter();
            open = newWriters();
            writers = open;
        }
        return open;
    }

    private Writers newWriters() {
        SqlStatements statements = database.writer();
        SqlTopics topics = new SqlTopics(statements);
        return new Writers(
                statements,
                topics,
                new SqlRunWriter(statements, topics),
                new SqlOtherWriter(statements),
                new SqlRetention(statements, retention));
    }

    @Override
    public Map<TopicPart, Long> positions() {
        return inTransaction(() -> {
            Map<TopicPart, Long> positions = new HashMap<>();
            try (SqlAnswer row =
                    writers().statements.ask(writers().statements.with("SELECT topic, part, next FROM offsets"))) {
                while (row.next()) {
                    positions.put(new TopicPart(row.someText(), (int) row.number()), row.number());
                }
            }
            return positions;
        });
    }

    @Override
    public Map<String, String> topicIds() {
        return inTransaction(() -> writers().topics.ids());
    }

    @Override
    public void saveTopicIds(Map<String, String> topicIds) {
        inTransaction(() -> {
            writers().topics.saveIds(topicIds);
            return true;
        });
    }

    @Override
    public List<HistoryChange> write(FoldedBatch batch, Map<TopicPart, Long> positions) {
        return inTransaction(() -> {
            List<HistoryChange> changes = new ArrayList<>(writers().runs.write(batch));
            changes.addAll(writers().others.write(batch));
            for (Map.Entry<TopicPart, Long> position : positions.entrySet()) {
                writers()
                        .statements
                        .with(OFFSET)
                        .text(position.getKey().topic())
                        .number(position.getKey().number())
                        .number(position.getValue())
                        .batched();
            }
            writers().statements.flush(OFFSET);
            Instant newest = batch.newest();
            if (newest != null) {
                SqlCounters.set(writers().statements, WRITTEN, newest.toEpochMilli());
            }
            return changes;
        });
    }

    @Override
    public Instant lastWritten() {
        return inTransaction(() -> Instant.ofEpochMilli(SqlCounters.get(writers().statements, WRITTEN)));
    }

    @Override
    public void resetCompacted() {
        inTransaction(() -> {
            resetCompacted("schedules", names.schedules());
            resetCompacted("workers", names.workers());
            return true;
        });
    }

    private void resetCompacted(String table, String topic) throws SQLException {
        SqlStatements statements = writers().statements;
        statements.change(statements.with("DELETE FROM " + table));
        statements.change(statements.with("DELETE FROM offsets WHERE topic = ?").text(topic));
    }

    @Override
    public boolean deleteOld(Instant now) {
        return inTransaction(() -> writers().retention.step(now));
    }

    @Override
    public void clear() {
        writers = null;
        database.clear();
    }

    /** The statements of one transaction. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T inTransaction(Work<T> work) {
        try {
            writers().statements.connection().setAutoCommit(false);
            try {
                T answer = work.run();
                writers().statements.connection().commit();
                return answer;
            } catch (SQLException | RuntimeException e) {
                undo(e);
                throw e;
            }
        } catch (SQLException e) {
            throw SqliteRefusals.of(e, database.file());
        }
    }

    /** Drops the writers too: their prepared rows belong to the failed batch and must not come with the next one. */
    private void undo(Exception failure) {
        Writers failed = writers;
        writers = null;
        if (failed == null) {
            return;
        }
        try {
            failed.statements.connection().rollback();
        } catch (SQLException e) {
            // Safe: after some failures, such as a full disk, the database has already rolled back and refuses.
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
