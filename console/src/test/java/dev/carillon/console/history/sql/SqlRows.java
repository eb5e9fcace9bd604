package dev.carillon.console.history.sql;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.sql.database.SqlMigrations;
import dev.carillon.console.history.sql.database.SqliteDatabase;
import dev.carillon.kit.record.ReceivedRecord;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real database in a directory that is filled with records and read row by row. */
public final class SqlRows implements AutoCloseable {
    public final SqliteDatabase database;
    final SqlHistoryStore store;
    private final RecordReader reader = new RecordReader(Written.NAMES);

    public SqlRows(Path dir) {
        this(dir, SqlMigrations.sqlite());
    }

    public SqlRows(Path dir, SqlMigrations migrations) {
        database = SqliteDatabase.open(dir, migrations, 2);
        store = new SqlHistoryStore(database, Written.NAMES, Duration.ofDays(7));
    }

    /** Writes the records as one batch. */
    public SqlRows write(List<ReceivedRecord> records) {
        FoldedBatch batch = new FoldedBatch();
        Map<TopicPart, Long> positions = new HashMap<>();
        for (ReceivedRecord record : records) {
            batch.add(reader.read(record), record.appended());
            positions.merge(TopicPart.of(record), record.offset() + 1, Math::max);
        }
        store.write(batch, positions);
        return this;
    }

    /** Each row of the answer as text. */
    public List<String> rows(String sql) {
        return database.read(statements -> {
            List<String> rows = new ArrayList<>();
            try (ResultSet found = statements.with(sql).statement().executeQuery()) {
                while (found.next()) {
                    List<String> columns = new ArrayList<>();
                    for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                        columns.add(found.getMetaData().getColumnName(i) + "=" + text(found, i));
                    }
                    rows.add(String.join(" ", columns));
                }
            }
            return rows;
        });
    }

    private static String text(ResultSet found, int column) throws java.sql.SQLException {
        return found.getObject(column) instanceof byte[] bytes
                ? java.util.HexFormat.of().formatHex(bytes)
                : String.valueOf(found.getString(column));
    }

    @Override
    public void close() {
        store.close();
    }
}
