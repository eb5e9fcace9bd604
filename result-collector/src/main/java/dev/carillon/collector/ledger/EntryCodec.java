package dev.carillon.collector.ledger;

import dev.carillon.schemas.work.WorkerRef;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes entries for the store: a version byte and a few numbers, because there may be millions of them. */
public final class EntryCodec {
    private static final int V = 1;
    private static final long ABSENT = Long.MIN_VALUE;

    private EntryCodec() {}

    public static byte[] encode(Entry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(40);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(V);
            out.writeByte(entry.phase().code());
            out.writeShort(entry.attempt());
            out.writeInt(entry.delivery());
            out.writeInt(entry.returns());
            out.writeLong(millis(entry.due()));
            out.writeLong(millis(entry.firstEnd()));
            WorkerRef worker = entry.worker();
            out.writeBoolean(worker != null);
            if (worker != null) {
                out.writeUTF(worker.id());
                out.writeUTF(worker.incarnation());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array in memory can't fail", e);
        }
        return bytes.toByteArray();
    }

    public static Entry decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != V) {
                throw new IllegalStateException("the store holds an entry of version " + version + ", known is " + V
                        + ": it was written by a newer collector");
            }
            return new Entry(
                    Phase.ofCode(in.readUnsignedByte()),
                    in.readUnsignedShort(),
                    in.readInt(),
                    in.readInt(),
                    instant(in.readLong()),
                    instant(in.readLong()),
                    in.readBoolean() ? new WorkerRef(in.readUTF(), in.readUTF()) : null);
        } catch (IOException e) {
            throw new UncheckedIOException("the store holds an entry that is cut off", e);
        }
    }

    private static long millis(@Nullable Instant instant) {
        return instant == null ? ABSENT : instant.toEpochMilli();
    }

    private static @Nullable Instant instant(long millis) {
        return millis == ABSENT ? null : Instant.ofEpochMilli(millis);
    }
}
