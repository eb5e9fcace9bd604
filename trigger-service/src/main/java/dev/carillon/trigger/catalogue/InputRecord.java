package dev.carillon.trigger.catalogue;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A record as it lies in a topic. What it says is looked into once, by whichever thread holds it then. */
public final class InputRecord {
    private static final long BYTES_BESIDE = 100;

    private final String topic;
    private final int partition;
    private final long offset;
    private final Instant appended;
    private final Instant taken;
    private final byte @Nullable [] key;
    private final byte @Nullable [] value;
    private final long definitionsBelow;
    private @Nullable Definition definition;

    /**
     * A record that nobody has looked into.
     *
     * @param appended when the broker took it, by its clock
     * @param taken when we read it, by ours
     */
    public InputRecord(
            String topic,
            int partition,
            long offset,
            Instant appended,
            Instant taken,
            byte @Nullable [] key,
            byte @Nullable [] value) {
        this(topic, partition, offset, appended, taken, key, value, 0);
    }

    private InputRecord(
            String topic,
            int partition,
            long offset,
            Instant appended,
            Instant taken,
            byte @Nullable [] key,
            byte @Nullable [] value,
            long definitionsBelow) {
        this.topic = topic;
        this.partition = partition;
        this.offset = offset;
        this.appended = appended;
        this.taken = taken;
        this.key = key;
        this.value = value;
        this.definitionsBelow = definitionsBelow;
    }

    /** The same as a command, where the definitions that were there before it lie below this offset. */
    public InputRecord behindDefinitions(long below) {
        return new InputRecord(topic, partition, offset, appended, taken, key, value, below);
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    public long offset() {
        return offset;
    }

    public Instant appended() {
        return appended;
    }

    public Instant taken() {
        return taken;
    }

    public byte @Nullable [] key() {
        return key;
    }

    public byte @Nullable [] value() {
        return value;
    }

    /** Definitions below this offset may have been there before it; 0 where that is not known. */
    public long definitionsBelow() {
        return definitionsBelow;
    }

    /** Reads it as a definition, with parts that are shared with others; costly, so it is done before it is handed on. */
    void readDefinition(SharedParts parts) {
        try {
            definition = Definition.read(this, parts);
        } catch (RuntimeException e) {
            // Thrown here, it would lose all that was polled with it. Whoever needs it reads it once more, and there
            // the
            // same exception ends the service.
            definition = null;
        }
    }

    /** What it says as a definition. */
    public Definition definition() {
        Definition known = definition;
        if (known == null) {
            known = Definition.read(this, new SharedParts());
            definition = known;
        }
        return known;
    }

    /**
     * Whether what it names may still be on its way. By our own clock alone: the brokers' may run far ahead, and a clock
     * that was set back must not add to the wait.
     */
    public boolean isYoung(Instant now, Duration patience) {
        return !now.isBefore(taken) && now.isBefore(taken.plus(patience));
    }

    /** About how many bytes it has. */
    public long size() {
        return BYTES_BESIDE + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /** About how much memory it takes as a definition: its bytes, and once more as what was made of them. */
    long heldBytes() {
        return 2 * size() + BYTES_BESIDE;
    }
}
