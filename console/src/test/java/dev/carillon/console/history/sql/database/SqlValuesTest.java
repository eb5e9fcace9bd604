package dev.carillon.console.history.sql.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.fold.RecordPlaces;
import dev.carillon.console.history.fold.RecordStamp;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.json.Instants;
import dev.carillon.schemas.state.ExecutionState;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to a column is read from it. */
final class SqlValuesTest {
    private final SqliteDatabase database;
    private final SqlStatements statements;

    SqlValuesTest(@TempDir Path dir) {
        database = SqliteDatabase.open(
                dir,
                SqlMigrations.of(List.of(
                        "CREATE TABLE columns (a, b, c, d);",
                        "CREATE TABLE topics (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, uuid TEXT);")),
                1);
        statements = database.writer();
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Writes four columns. */
    @FunctionalInterface
    private interface Columns {
        SqlValues set(SqlValues values) throws SQLException;
    }

    private SqlAnswer read(Columns columns) throws SQLException {
        statements.change(statements.with("DELETE FROM columns"));
        statements.change(columns.set(statements.with("INSERT INTO columns VALUES (?, ?, ?, ?)")));
        SqlAnswer row = statements.ask(statements.with("SELECT a, b, c, d FROM columns"));
        assertThat(row.next()).isTrue();
        return row;
    }

    static List<Instant> instants() {
        return List.of(
                Instants.MIN,
                Instants.MAX,
                Instant.EPOCH,
                Instant.parse("1969-12-31T23:59:59.999999999Z"),
                Instant.parse("2026-11-18T06:00:00.123456789Z"));
    }

    @ParameterizedTest
    @MethodSource("instants")
    void instantsOfAllYearsThatRecordsMayHaveAreKeptInMicroseconds(Instant instant) throws SQLException {
        try (SqlAnswer row = read(values -> values.instant(instant).nothing(3))) {
            Instant known = row.someInstant();
            assertThat(Duration.between(known, instant)).isBetween(Duration.ZERO, Duration.ofNanos(999));
            assertThat(SqlAnswer.instant(SqlValues.micros(known))).isEqualTo(known);
        }
    }

    @Test
    void nothingIsNothingInEveryFormat() throws SQLException {
        try (SqlAnswer row =
                read(values -> values.instant(null).text(null).duration(null).number((Long) null))) {
            assertThat(row.instant()).isNull();
            assertThat(row.text()).isNull();
            assertThat(row.duration()).isNull();
            assertThat(row.perhapsNumber()).isNull();
        }
        try (SqlAnswer row = read(values -> values.stamp(null).name(null).bytes(null))) {
            assertThat(row.stamp()).isNull();
            assertThat(row.name(ExecutionState.class)).isNull();
            assertThat(row.bytes()).isNull();
        }
        try (SqlAnswer row = read(values -> values.nothing(4))) {
            assertThat(row.number()).isZero();
            assertThat(row.flag()).isFalse();
            assertThat(row.appended()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "\u0000", "a\u0000b", "\uD83D\uDE00", "'; DROP TABLE columns; --", "\r\n\t", "ﷺ\u202e"})
    void textsOfAnyCharactersAreKept(String text) throws SQLException {
        try (SqlAnswer row = read(values -> values.text(text).nothing(3))) {
            assertThat(row.someText()).isEqualTo(text);
        }
    }

    @Test
    void stampsWithTheLargestNumbersAreKept() throws SQLException {
        RecordStamp stamp = new RecordStamp(Long.MAX_VALUE, Long.MAX_VALUE - 1);
        try (SqlAnswer row = read(values -> values.stamp(stamp).flag(true).name(ExecutionState.RETRYING))) {
            assertThat(row.stamp()).isEqualTo(stamp);
            assertThat(row.flag()).isTrue();
            assertThat(row.someName(ExecutionState.class)).isEqualTo(ExecutionState.RETRYING);
        }
    }

    @Test
    void placesInManyTopicsAreKeptInTheirOrder() throws SQLException {
        RecordPlaces places = new RecordPlaces();
        for (int i = 0; i < 150; i++) {
            places.add(new RecordStamp(1_000L + i / 3, i), "topic-" + i % 40);
        }
        byte[] bytes = SqlPlaces.bytes(places, new SqlTopics(statements));
        RecordPlaces known = new RecordPlaces();
        SqlPlaces.restore(bytes, new SqlTopics(statements), known);
        assertThat(known.all()).isEqualTo(places.all());
        assertThat(bytes).hasSize(150 * 18);

        RecordPlaces none = new RecordPlaces();
        SqlPlaces.restore(null, new SqlTopics(statements), none);
        assertThat(none.all()).isEmpty();
    }

    @Test
    void aCounterThatWasNeverSetIsZeroAndKeepsItsLastValue() throws SQLException {
        statements.change(statements.with("CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL)"));
        assertThat(SqlCounters.get(statements, "some")).isZero();
        SqlCounters.set(statements, "some", 5);
        SqlCounters.set(statements, "some", Long.MIN_VALUE);
        SqlCounters.set(statements, "other", 7);
        assertThat(SqlCounters.get(statements, "some")).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void moreTextsThanAreKeptPreparedStillWork() throws SQLException {
        for (int i = 0; i < 1_200; i++) {
            try (SqlAnswer row = statements.ask(statements.with("SELECT " + i))) {
                assertThat(row.next()).isTrue();
                assertThat(row.number()).isEqualTo(i);
            }
        }
    }

    @Test
    void cursorsGiveBackTheirNumbers() {
        LongStream.of(0, 1, 35, 36, 1L << 62, Long.MAX_VALUE)
                .forEach(number ->
                        assertThat(SqlCursor.number(SqlCursor.of(number))).isEqualTo(number));
        assertThat(SqlCursor.number(null)).isNull();
        assertThat(SqlCursor.text(SqlCursor.of("re:port-2"))).isEqualTo("re:port-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x5", "c!", "c 5", "c5 ", "c1.5", "czzzzzzzzzzzzzz", "\u0000c5", "ｃ５"})
    void aCursorThatNoPageReturnedIsRefused(String cursor) {
        assertThatThrownBy(() -> SqlCursor.number(cursor))
                .isInstanceOfSatisfying(
                        ConsoleException.class, e -> assertThat(e.problem()).isEqualTo(ConsoleProblem.BAD_CURSOR));
    }

    @Test
    void aLongCursorIsShownInPartAndOnOneLine() {
        String cursor = "c\n" + "x".repeat(5_000);
        assertThatThrownBy(() -> SqlCursor.text(cursor))
                .isInstanceOfSatisfying(ConsoleException.class, e -> assertThat(Objects.toString(e.getMessage()))
                        .doesNotContain("\n")
                        .hasSizeLessThan(1_000));
    }
}
