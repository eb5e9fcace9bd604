package dev.carillon.cli.batch;

import dev.carillon.schemas.work.Limits;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Splits a stream into lines, one at a time; a line that is too long is cut one byte past the limit. */
public final class LineReader implements AutoCloseable {
    /** The byte order mark that editors on Windows put at the beginning of a file. */
    private static final int[] MARK = {0xef, 0xbb, 0xbf};

    private final InputStream in;
    private final int kept;
    private long number;

    /** For lines that hold one task each. */
    public LineReader(InputStream in) {
        this(in, Limits.TASK_BYTES);
    }

    /**
     * For lines of any content.
     *
     * @param longest the most bytes of a line; of a longer line, one byte more than that is kept
     */
    public LineReader(InputStream in, int longest) {
        this.kept = longest + 1;
        this.in = new BufferedInputStream(in, 64 * 1024);
    }

    /** One line that is not blank, and its number from 1. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this record's own.
    public record Line(long number, byte[] bytes) {}

    /** The next line that is not blank, or null after the last one. */
    public @Nullable Line next() throws IOException {
        while (true) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(512);
            boolean blank = true;
            int read = number == 0 ? afterMark() : in.read();
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

    /** The first byte behind the mark, or of the stream if it has none. */
    private int afterMark() throws IOException {
        in.mark(MARK.length);
        for (int expected : MARK) {
            if (in.read() != expected) {
                in.reset();
                break;
            }
        }
        return in.read();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
