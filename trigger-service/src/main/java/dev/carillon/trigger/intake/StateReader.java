package dev.carillon.trigger.intake;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.state.TickProgress;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.CommittedSlice;
import dev.carillon.trigger.definition.InputRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Groups the records of {@code trigger-state} by the slices that wrote them: a slice ends with its watermark. */
public final class StateReader {
    /** More are not remembered: one is enough to keep this instance from leading. */
    private static final int MAX_REMEMBERED = 100_000;

    private final byte[] watermarkKey;
    private final Consumer<String> unreadable;
    private final Map<String, Optional<Marker>> markers = new LinkedHashMap<>();
    /** By key, until a record with that key can be read again. */
    private final Map<String, String> unreadableNow = new LinkedHashMap<>();

    /**
     * A reader of one shard's records.
     *
     * @param unreadable called for each record that can't be read, as a newer version or a foreign program wrote it
     */
    public StateReader(String shard, Consumer<String> unreadable) {
        this.watermarkKey = Watermark.recordKey(shard).getBytes(StandardCharsets.UTF_8);
        this.unreadable = unreadable;
    }

    /** A record of the newest state that this version can't read: a leader without it would decide ticks twice. */
    public Optional<String> unreadable() {
        return unreadableNow.values().stream().findFirst();
    }

    /** Applies all complete slices; the markers of an incomplete one wait for its watermark. */
    public void read(List<InputRecord> records, Catalogue catalogue) {
        for (InputRecord record : records) {
            if (record.offset() > catalogue.stateOffset()) {
                read(record, catalogue);
            }
        }
    }

    private void read(InputRecord record, Catalogue catalogue) {
        byte[] key = record.key();
        byte[] value = record.value();
        try {
            if (key == null) {
                unreadable.accept("a record without a key at offset " + record.offset());
            } else if (Arrays.equals(key, watermarkKey)) {
                watermark(record.offset(), value, catalogue);
            } else if (isMarker(key)) {
                Optional<Marker> marker = value == null ? Optional.empty() : Optional.of(marker(value));
                markers.put(new String(key, StandardCharsets.UTF_8), marker);
            }
            if (key != null && !unreadableNow.isEmpty()) {
                unreadableNow.remove(new String(key, StandardCharsets.UTF_8));
            }
        } catch (ContractException e) {
            String what = "offset " + record.offset() + ": " + e.getMessage();
            unreadable.accept(what);
            if (key != null && unreadableNow.size() < MAX_REMEMBERED) {
                unreadableNow.put(new String(key, StandardCharsets.UTF_8), what);
            }
        }
    }

    private static Marker marker(byte[] value) {
        Marker marker = Kind.MARKER.decode(value);
        TickProgress.check(marker.progress());
        return marker;
    }

    private static boolean isMarker(byte[] key) {
        return key.length > 0 && new String(key, StandardCharsets.UTF_8).indexOf('/') < 0;
    }

    private void watermark(long offset, byte @Nullable [] value, Catalogue catalogue) {
        if (value != null) {
            catalogue.apply(new CommittedSlice(offset, Kind.WATERMARK.decode(value), Map.copyOf(markers)));
            markers.clear();
        }
    }
}
