package dev.carillon.console.history.sql.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.sql.SqlRows;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.record.ReceivedRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Migrates the tables from one version to the next. */
final class SqlMigrationsTest {
    private static final String ONE_MORE = """
        -- One more.
        ALTER TABLE runs ADD COLUMN mood TEXT;
        UPDATE runs SET mood = 'good';
        """;
    private static final String BROKEN = """
        ALTER TABLE runs ADD COLUMN mood TEXT;
        NONSENSE;
        """;

    private final Path dir;
    private final List<ReceivedRecord> records = new Written().everyKind().records();

    SqlMigrationsTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @Test
    void aDatabaseOfANewerVersionIsRefusedAndLeftAlone() {
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records);
        }
        assertThatThrownBy(() -> new SqlRows(dir, SqlMigrations.of(List.of())))
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.problem()).isEqualTo(HistoryProblem.HISTORY_TOO_NEW));
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.rows("SELECT task_id FROM runs")).hasSize(8);
        }
    }

    @Test
    void anOlderDatabaseIsBroughtToThisVersionWithItsRows() {
        List<String> first = SqlMigrations.sqlite().scripts();
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records);
        }
        SqlMigrations next = SqlMigrations.of(
                Stream.concat(first.stream(), Stream.of(ONE_MORE)).toList());
        try (SqlRows rows = new SqlRows(dir, next)) {
            assertThat(rows.rows("SELECT DISTINCT mood FROM runs")).containsExactly("mood=good");
            assertThat(rows.rows("SELECT version FROM schema_version"))
                    .containsExactly("version=" + (first.size() + 1));
        }
    }

    @Test
    void aMigrationThatFailsLeavesTheFormerVersion() {
        List<String> first = SqlMigrations.sqlite().scripts();
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records);
        }
        SqlMigrations bad = SqlMigrations.of(
                Stream.concat(first.stream(), Stream.of(BROKEN)).toList());
        assertThatThrownBy(() -> new SqlRows(dir, bad)).isInstanceOf(HistoryException.class);
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.rows("SELECT name FROM pragma_table_info('runs') WHERE name = 'mood'"))
                    .isEmpty();
        }
    }

    @Test
    void oneThatIsTooNewCanBeDiscardedUnlessAConsoleHoldsIt() {
        HistoryConfig config = HistoryConfig.DEFAULT.withDir(dir.toString());
        SqlMigrations newer =
                SqlMigrations.of(Stream.concat(SqlMigrations.sqlite().scripts().stream(), Stream.of(ONE_MORE))
                        .toList());
        try (SqlRows rows = new SqlRows(dir, newer)) {
            rows.write(records);
            assertThatThrownBy(() -> SqliteHistory.discard(config))
                    .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                            .isEqualTo(HistoryProblem.HISTORY_IN_USE));
        }
        SqliteHistory.discard(config);
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.rows("SELECT task_id FROM runs")).isEmpty();
        }
    }
}
