package dev.carillon.benchmarks.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * When handlers started, in a file that the worker's process writes and the benchmark's reads while it grows. Both
 * processes run on one machine and read one clock.
 */
final class HandlerStarts {
    /** Number, nominal instant and start. */
    private static final int ENTRY_BYTES = 3 * Long.BYTES;

    private static final int MOST = 4_000_000;
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final int NANOS_A_MICRO = 1_000;
    private static final Clock CLOCK = Clock.systemUTC();

    private final ByteBuffer entries;
    private final AtomicInteger next = new AtomicInteger();

    /** One start; times are microseconds of the wall clock, and the nominal one is 0 if the task is no tick. */
    record Start(int number, long nominalMicros, long startedMicros) {}

    private HandlerStarts(ByteBuffer entries) {
        this.entries = entries;
    }

    static HandlerStarts open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new HandlerStarts(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) MOST * ENTRY_BYTES));
        }
    }

    static long nowMicros() {
        return micros(CLOCK.instant());
    }

    static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_A_SECOND + instant.getNano() / NANOS_A_MICRO;
    }

    /** Notes that a handler starts now; any thread may call it. */
    void note(int number, @Nullable Instant nominal) {
        long started = nowMicros();
        int at = next.getAndIncrement() * ENTRY_BYTES;
        entries.putLong(at, number);
        entries.putLong(at + Long.BYTES, nominal == null ? 0 : micros(nominal));
        // Written last, as it marks the entry as complete.
        entries.putLong(at + 2 * Long.BYTES, started);
    }

    /** The next start that was noted since the last call, or null if there is none yet. */
    @Nullable
    Start poll() {
        int at = next.get() * ENTRY_BYTES;
        if (at >= entries.limit() || entries.getLong(at + 2 * Long.BYTES) == 0) {
            return null;
        }
        next.incrementAndGet();
        return new Start(
                (int) entries.getLong(at), entries.getLong(at + Long.BYTES), entries.getLong(at + 2 * Long.BYTES));
    }
}
