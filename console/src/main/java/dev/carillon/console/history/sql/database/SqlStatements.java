package dev.carillon.console.history.sql.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** A connection with its prepared statements, each prepared once. Used by one thread at a time. */
public final class SqlStatements implements AutoCloseable {
    /** Bounds memory; queries are built from few parts, so there are fewer texts. */
    private static final int MOST = 500;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    SqlStatements(Connection connection) {
        this.connection = connection;
    }

    public Connection connection() {
        return connection;
    }

    public SqlValues with(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            if (prepared.size() >= MOST) {
                closeStatements();
            }
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return SqlValues.of(known);
    }

    /** Runs a query; its answer has to be closed before the same text is used again. */
    public SqlAnswer ask(SqlValues values) throws SQLException {
        return new SqlAnswer(values.statement().executeQuery());
    }

    public int change(SqlValues values) throws SQLException {
        return values.statement().executeUpdate();
    }

    /** Runs the batched statements of this text. */
    public void flush(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            known.executeBatch();
        }
    }

    private void closeStatements() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
    }

    @Override
    public void close() throws SQLException {
        closeStatements();
        connection.close();
    }
}
