package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.fold.RecordStamp;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the columns of a query's result one after the other, row by row. */
public final class SqlAnswer implements AutoCloseable {
    private final ResultSet rows;
    private int index;

    SqlAnswer(ResultSet rows) {
        this.rows = rows;
    }

    public boolean next() throws SQLException {
        index = 0;
        return rows.next();
    }

    @Nullable
    public String text() throws SQLException {
        return rows.getString(++index);
    }

    public String someText() throws SQLException {
        return Objects.requireNonNull(text());
    }

    public <E extends Enum<E>> @Nullable E name(Class<E> values) throws SQLException {
        String name = text();
        return name == null ? null : Enum.valueOf(values, name);
    }

    public <E extends Enum<E>> E someName(Class<E> values) throws SQLException {
        return Enum.valueOf(values, someText());
    }

    public long number() throws SQLException {
        return rows.getLong(++index);
    }

    @Nullable
    public Long perhapsNumber() throws SQLException {
        long number = number();
        return rows.wasNull() ? null : (Long) number;
    }

    public boolean flag() throws SQLException {
        return number() != 0;
    }

    @Nullable
    public Instant instant() throws SQLException {
        Long micros = perhapsNumber();
        return micros == null ? null : instant(micros);
    }

    public Instant someInstant() throws SQLException {
        return Objects.requireNonNull(instant());
    }

    /** The value of a column with an append time, in milliseconds. */
    @Nullable
    public Instant appended() throws SQLException {
        Long millis = perhapsNumber();
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    @Nullable
    public Duration duration() throws SQLException {
        Long micros = perhapsNumber();
        return micros == null ? null : Duration.ofNanos(micros * 1_000);
    }

    @Nullable
    public RecordStamp stamp() throws SQLException {
        Long at = perhapsNumber();
        long place = number();
        return at == null ? null : new RecordStamp(at, place);
    }

    public byte @Nullable [] bytes() throws SQLException {
        return rows.getBytes(++index);
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
