package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Brings a database of an older version to this one, by numbered scripts with a transaction each. */
public final class SqlMigrations {
    private static final List<String> SQLITE = List.of("001-history.sql");

    private final List<String> scripts;

    private SqlMigrations(List<String> scripts) {
        this.scripts = scripts;
    }

    /** The scripts of this version, for SQLite. */
    public static SqlMigrations sqlite() {
        return new SqlMigrations(
                SQLITE.stream().map(name -> resource("sqlite/" + name)).toList());
    }

    /** For tests of later versions. */
    static SqlMigrations of(List<String> scripts) {
        return new SqlMigrations(scripts);
    }

    List<String> scripts() {
        return scripts;
    }

    private static String resource(String name) {
        try (InputStream in = SqlMigrations.class.getResourceAsStream("/dev/carillon/console/history/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the scripts that the database has not had yet. */
    void run(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
            int version = version(statement);
            if (version > scripts.size()) {
                throw new HistoryException(
                        HistoryProblem.HISTORY_TOO_NEW,
                        where + " has version " + version + ", and this program knows versions up to "
                                + scripts.size());
            }
            connection.setAutoCommit(false);
            for (int next = version + 1; next <= scripts.size(); next++) {
                run(scripts.get(next - 1), statement);
                statement.executeUpdate("DELETE FROM schema_version");
                statement.executeUpdate("INSERT INTO schema_version (version) VALUES (" + next + ")");
                connection.commit();
            }
        } catch (SQLException | RuntimeException e) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (SqlAnswer row = new SqlAnswer(statement.executeQuery("SELECT MAX(version) FROM schema_version"))) {
            return row.next() ? (int) row.number() : 0;
        }
    }

    /** Statements end in a semicolon at the end of a line. */
    private static void run(String script, Statement statement) throws SQLException {
        String plain = script.replaceAll("(?m)^--.*$", "");
        for (String one : plain.split(";\\s*(?:\n|$)", -1)) {
            if (!one.isBlank()) {
                statement.executeUpdate(one);
            }
        }
    }
}
