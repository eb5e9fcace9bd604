package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.Places;
import dev.carillon.console.history.fold.Stamp;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Places as a column has them: eighteen bytes each. */
final class SqlPlaces {
    private static final int BYTES = Long.BYTES + Long.BYTES + Short.BYTES;

    private SqlPlaces() {}

    static byte[] bytes(Places places, SqlTopics topics) throws SQLException {
        ByteBuffer bytes = ByteBuffer.allocate(places.all().size() * BYTES);
        for (Places.Place place : places.all()) {
            bytes.putLong(place.stamp().at()).putLong(place.stamp().seat()).putShort((short)
                    topics.number(place.topic()));
        }
        return bytes.array();
    }

    static void restore(byte @Nullable [] stored, SqlTopics topics, Places places) throws SQLException {
        ByteBuffer bytes = ByteBuffer.wrap(stored == null ? new byte[0] : stored);
        while (bytes.remaining() >= BYTES) {
            Stamp stamp = new Stamp(bytes.getLong(), bytes.getLong());
            places.add(stamp, topics.name(Short.toUnsignedInt(bytes.getShort())));
        }
    }
}
