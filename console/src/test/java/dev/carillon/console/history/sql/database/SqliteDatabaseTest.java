package dev.carillon.console.history.sql.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections of one database file: one that writes, a few that read. */
@Timeout(60)
final class SqliteDatabaseTest {
    private static final SqlMigrations NOTES = SqlMigrations.of(List.of("CREATE TABLE notes (text TEXT);"));

    private final Path dir;
    private final SqliteDatabase database;

    SqliteDatabaseTest(@TempDir Path dir) {
        this.dir = dir;
        database = SqliteDatabase.open(dir, NOTES, 1);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void note(String text) throws SQLException {
        SqlStatements writer = database.writer();
        writer.change(writer.with("INSERT INTO notes (text) VALUES (?)").text(text));
    }

    private static long count(SqlStatements statements) throws SQLException {
        try (SqlAnswer row = statements.ask(statements.with("SELECT COUNT(*) FROM notes"))) {
            return row.next() ? row.number() : -1;
        }
    }

    private long notes() {
        return database.read(SqliteDatabaseTest::count);
    }

    private static void isUnavailable(Throwable thrown) {
        assertThat(((HistoryException) thrown).problem()).isEqualTo(HistoryProblem.HISTORY_UNAVAILABLE);
    }

    @Test
    void queriesSeeWhatIsCommittedAndNothingElse() throws SQLException {
        note("one");
        database.writer().connection().setAutoCommit(false);
        note("two");
        assertThat(notes()).isOne();
        database.writer().connection().commit();
        assertThat(notes()).isEqualTo(2);
    }

    @Test
    void queriesCannotWrite() {
        assertThatThrownBy(() -> database.read(
                        statements -> statements.change(statements.with("INSERT INTO notes (text) VALUES ('x')"))))
                .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                        .isEqualTo(HistoryProblem.HISTORY_UNWRITABLE));
        assertThat(notes()).isZero();
    }

    @Test
    void aQueryThatFailsLeavesItsPlaceToTheNext() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> database.read(statements -> statements.ask(statements.with("SELECT nonsense"))))
                    .satisfies(SqliteDatabaseTest::isUnavailable)
                    .hasMessageContaining("nonsense");
            assertThatThrownBy(() -> database.read(statements -> {
                        throw new IllegalStateException("a bug");
                    }))
                    .hasMessage("a bug");
        }
        assertThat(notes()).isZero();
    }

    @Test
    void aWaitForAConnectionCanBeInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::notes).satisfies(SqliteDatabaseTest::isUnavailable);
        assertThat(Thread.interrupted()).as("the thread is still to stop").isTrue();
        assertThat(notes()).isZero();
    }

    @Test
    void afterTheCloseNothingCanBeReadOrWritten() {
        database.close();
        assertThatThrownBy(this::notes)
                .satisfies(SqliteDatabaseTest::isUnavailable)
                .hasMessageContaining("closed");
        assertThatThrownBy(database::writer).satisfies(SqliteDatabaseTest::isUnavailable);
        SqliteDatabase.open(dir, NOTES, 1).close();
    }

    @Test
    void clearWaitsForTheQueryThatRunsAndTheNextSeesTheNewFile() throws Exception {
        note("one");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CompletableFuture<Long> before = CompletableFuture.supplyAsync(() -> database.read(statements -> {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return count(statements);
        }));
        asked.await();
        CompletableFuture<?> cleared = CompletableFuture.runAsync(database::clear);
        assertThat(cleared).isNotDone();
        answer.countDown();
        cleared.get(30, TimeUnit.SECONDS);

        assertThat(before.get(30, TimeUnit.SECONDS)).isOne();
        assertThat(notes()).isZero();
        note("two");
        assertThat(notes()).isOne();
    }

    @Test
    void aNewWriterHasNothingOfTheTransactionThatFailed() throws SQLException {
        database.writer().connection().setAutoCommit(false);
        note("one");
        database.renewWriter();
        note("two");
        assertThat(notes()).isOne();
    }

    @Test
    void theDirectoryIsMadeWithItsParents() throws Exception {
        Path below = dir.resolve("a").resolve("b").resolve("größe ☃");
        SqliteDatabase made = SqliteDatabase.open(below, NOTES, 1);
        made.close();
        assertThat(Files.size(made.file())).isPositive();
        assertThat(made.file().getParent()).isEqualTo(below);
    }

    @Test
    void aFileOfSomethingElseIsLeftAloneAndRefused(@TempDir Path other) throws Exception {
        SqliteDatabase foreign = SqliteDatabase.open(other, SqlMigrations.of(List.of("CREATE TABLE offsets (x);")), 1);
        foreign.writer().change(foreign.writer().with("DELETE FROM schema_version"));
        foreign.close();
        assertThatThrownBy(() -> SqliteDatabase.open(other, SqlMigrations.sqlite(), 1))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("offsets");
        assertThat(Files.size(foreign.file())).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "13, HISTORY_DISK_FULL",
        "11, HISTORY_DAMAGED",
        "26, HISTORY_DAMAGED",
        "267, HISTORY_DAMAGED",
        "8, HISTORY_UNWRITABLE",
        "14, HISTORY_UNWRITABLE",
        "10, HISTORY_UNWRITABLE",
        "778, HISTORY_UNWRITABLE",
        "1032, HISTORY_UNWRITABLE",
        "5, HISTORY_IN_USE",
        "261, HISTORY_IN_USE",
        "6, HISTORY_IN_USE",
        "1, HISTORY_UNAVAILABLE",
        "7, HISTORY_UNAVAILABLE",
        "0, HISTORY_UNAVAILABLE"
    })
    void everyRefusalOfTheDatabaseHasAProblemWithItsReasonAndFile(int code, HistoryProblem problem) {
        SQLException refused = new SQLException("the reason", "HY000", code);
        HistoryException shown = SqliteRefusals.of(refused, dir.resolve("history.db"));
        assertThat(shown.problem()).isEqualTo(problem);
        assertThat(shown)
                .hasMessageContaining("the reason")
                .hasMessageContaining("history.db")
                .hasCause(refused);
        assertThat(shown.oneLine()).startsWith(problem.name() + ": ").endsWith(problem.fix());
    }
}
