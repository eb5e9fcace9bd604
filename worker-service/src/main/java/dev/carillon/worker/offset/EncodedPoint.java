package dev.carillon.worker.offset;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;

/** A point with its encoding as offset metadata, which is computed once. */
public record EncodedPoint(StoredPoint point, String metadata) {
    static EncodedPoint of(StoredPoint point) {
        return new EncodedPoint(point, PointCodec.encode(point));
    }

    boolean fits() {
        return metadata.length() <= PointCodec.MAX_CHARS;
    }
}
