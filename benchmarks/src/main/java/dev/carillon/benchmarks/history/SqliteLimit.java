package dev.carillon.benchmarks.history;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The raw limit of SQLite: rows of a fixed size without any index, in order, in large transactions. */
final class SqliteLimit {
    private static final int ROWS_A_TRANSACTION = 5_000;
    private static final int ROW_BYTES = 300;

    private SqliteLimit() {}

    /** Inserts rows; returns rows per second. */
    static double insert(Path file, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            statement.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, value BLOB)");
            connection.setAutoCommit(false);
            byte[] value = new byte[ROW_BYTES];
            long began = System.nanoTime();
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO plain VALUES (?, ?)")) {
                for (int i = 1; i <= rows; i++) {
                    insert.setLong(1, i);
                    insert.setBytes(2, value);
                    insert.addBatch();
                    if (i % ROWS_A_TRANSACTION == 0 || i == rows) {
                        insert.executeBatch();
                        connection.commit();
                    }
                }
            }
            return rows / Seconds.since(began);
        }
    }
}
