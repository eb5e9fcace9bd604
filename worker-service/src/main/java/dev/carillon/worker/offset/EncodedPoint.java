package dev.carillon.worker.offset;

/** A point with the offset metadata that says it, which is made once. */
public record EncodedPoint(Point point, String metadata) {
    static EncodedPoint of(Point point) {
        return new EncodedPoint(point, PointCodec.encode(point));
    }

    boolean fits() {
        return metadata.length() <= PointCodec.MAX_CHARS;
    }
}
