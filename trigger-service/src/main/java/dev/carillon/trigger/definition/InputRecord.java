package dev.carillon.trigger.definition;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A record of an input topic. A definition in it is decoded once, by the thread that holds it then. */
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
    private @Nullable DefinitionRecord definition;

    /**
     * A record that is not decoded yet.
     *
     * @param appended when the broker appended it, by the broker's clock
     * @param taken when this instance read it, by its own clock
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

    /** The same command, with the offset below which the definitions written before it lie. */
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

    /** Definitions below this offset may have been written before this command; 0 if that is unknown. */
    public long definitionsBelow() {
        return definitionsBelow;
    }

    /** Decodes the definition, sharing parts with others. The intake calls it, as it would delay the dispatcher. */
    public void readDefinition(SharedParts parts) {
        try {
            definition = DefinitionRecord.read(this, parts);
        } catch (RuntimeException e) {
            // Thrown here, it would lose all records of the poll. definition() decodes it again, and then the same
            // exception ends the service.
            definition = null;
        }
    }

    /** The definition in this record. */
    public DefinitionRecord definition() {
        DefinitionRecord known = definition;
        if (known == null) {
            known = DefinitionRecord.read(this, new SharedParts());
            definition = known;
        }
        return known;
    }

    /**
     * Whether this instance read it so recently that a record it refers to may still arrive. Uses only the own clock: a
     * broker's may run far ahead. A clock that was set back must not make the wait longer.
     */
    public boolean isYoung(Instant now, Duration patience) {
        return !now.isBefore(taken) && now.isBefore(taken.plus(patience));
    }

    /** Its approximate size in bytes. */
    public long size() {
        return BYTES_BESIDE + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /** Its approximate memory as a definition: the bytes, and as much again for the decoded objects. */
    long heldBytes() {
        return 2 * size() + BYTES_BESIDE;
    }
}
