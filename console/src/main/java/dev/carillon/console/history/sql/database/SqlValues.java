package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.fold.RecordStamp;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sets the parameters of a statement one after the other, each in the format of its column. */
public final class SqlValues {
    private final PreparedStatement statement;
    private int index;

    private SqlValues(PreparedStatement statement) {
        this.statement = statement;
    }

    static SqlValues of(PreparedStatement statement) {
        return new SqlValues(statement);
    }

    public SqlValues text(@Nullable String value) throws SQLException {
        statement.setString(++index, value);
        return this;
    }

    public SqlValues name(@Nullable Enum<?> value) throws SQLException {
        return text(value == null ? null : value.name());
    }

    public SqlValues number(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    public SqlValues number(@Nullable Long value) throws SQLException {
        return value == null ? nothing() : number(value.longValue());
    }

    public SqlValues flag(boolean value) throws SQLException {
        return number(value ? 1L : 0L);
    }

    public SqlValues instant(@Nullable Instant value) throws SQLException {
        return value == null ? nothing() : number(micros(value));
    }

    public SqlValues duration(@Nullable Duration value) throws SQLException {
        return value == null ? nothing() : number(value.toNanos() / 1_000);
    }

    public SqlValues stamp(@Nullable RecordStamp value) throws SQLException {
        return value == null ? nothing().nothing() : number(value.at()).number(value.place());
    }

    public SqlValues bytes(byte @Nullable [] value) throws SQLException {
        statement.setBytes(++index, value);
        return this;
    }

    public SqlValues nothing() throws SQLException {
        statement.setNull(++index, Types.NULL);
        return this;
    }

    /** Sets this many columns to NULL. */
    public SqlValues nothing(int columns) throws SQLException {
        for (int i = 0; i < columns; i++) {
            var unused = nothing();
        }
        return this;
    }

    public PreparedStatement statement() {
        return statement;
    }

    public void batched() throws SQLException {
        statement.addBatch();
    }

    /** The format of instants in columns, except for append times, which are milliseconds. */
    public static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
    }
}
