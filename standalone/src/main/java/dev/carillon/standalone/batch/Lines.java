package dev.carillon.standalone.batch;

import dev.carillon.schemas.record.Limits;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a stream into lines, holding one at a time; of one that is too long it keeps just enough to be refused. */
public final class Lines implements AutoCloseable {
    private final InputStream in;
    private final int kept;
    private long number;

    /** Lines of which each holds a task. */
    public Lines(InputStream in) {
        this(in, Limits.TASK_BYTES);
    }

    /**
     * Lines of anything.
     *
     * @param longest how many bytes one may have; of a longer one a byte more than that is kept
     */
    public Lines(InputStream in, int longest) {
        this.kept = longest + 1;
        this.in = new BufferedInputStream(in, 64 * 1024);
    }

    /** One line that is not blank, and its number from 1. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this record's own.
    public record Line(long number, byte[] bytes) {}

    /** The next line that is not blank, or null behind the last one. */
    public @Nullable Line next() throws IOException {
        while (true) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(512);
            boolean blank = true;
            int read = in.read();
            if (read < 0) {
                return null;
            }
            number++;
            while (read >= 0 && read != '\n') {
                blank &= read == ' ' || read == '\t' || read == '\r';
                if (line.size() < kept) {
                    line.write(read);
                }
                read = in.read();
            }
            if (!blank) {
                return new Line(number, line.toByteArray());
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
