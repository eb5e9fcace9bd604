package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.fold.RecordPlaces;
import dev.carillon.console.history.fold.RecordStamp;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Stores places in a column, eighteen bytes each. */
public final class SqlPlaces {
    private static final int BYTES = Long.BYTES + Long.BYTES + Short.BYTES;

    private SqlPlaces() {}

    public static byte[] bytes(RecordPlaces places, SqlTopics topics) throws SQLException {
        ByteBuffer bytes = ByteBuffer.allocate(places.all().size() * BYTES);
        for (RecordPlaces.Place place : places.all()) {
            bytes.putLong(place.stamp().at()).putLong(place.stamp().place()).putShort((short)
                    topics.number(place.topic()));
        }
        return bytes.array();
    }

    public static void restore(byte @Nullable [] stored, SqlTopics topics, RecordPlaces places) throws SQLException {
        ByteBuffer bytes = ByteBuffer.wrap(stored == null ? new byte[0] : stored);
        while (bytes.remaining() >= BYTES) {
            RecordStamp stamp = new RecordStamp(bytes.getLong(), bytes.getLong());
            places.add(stamp, topics.name(Short.toUnsignedInt(bytes.getShort())));
        }
    }
}
