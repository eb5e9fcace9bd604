package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** The body of a request: read once, on first use, with limits on its size and time. */
final class RequestBody {
    /** For the whole body, so that a client that sends a byte now and then can't hold a thread for longer. */
    static final Duration WITHIN = Duration.ofSeconds(10);

    private static final int PIECE = 16 * 1024;

    private final Source source;
    private final long announced;
    private final int max;
    private final Ticker ticker;
    private byte[] read = new byte[0];
    private boolean done;

    /** Opens the body; a client that waits for 100 Continue then sends it. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * A body that is not read yet.
     *
     * @param source is opened on first use, unless the announced length is refused
     * @param announced the Content-Length; -1 if there is none
     */
    RequestBody(Source source, long announced, int max, Ticker ticker) {
        this.source = source;
        this.announced = announced;
        this.max = max;
        this.ticker = ticker;
    }

    /** The whole body once it was read; empty before. */
    byte[] known() {
        return read;
    }

    byte[] bytes() {
        if (!done) {
            checkSize(announced);
            read = readAll();
            done = true;
        }
        return read;
    }

    private byte[] readAll() {
        Deadline deadline = Deadline.in(WITHIN, ticker);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) Math.max(32, Math.min(announced, PIECE)));
        byte[] piece = new byte[PIECE];
        try {
            InputStream body = source.open();
            for (int got = body.read(piece); got >= 0; got = body.read(piece)) {
                bytes.write(piece, 0, got);
                checkSize(bytes.size());
                if (deadline.isOver()) {
                    throw tooSlow(bytes.size());
                }
            }
        } catch (IOException e) {
            if (deadline.isOver() || isTimeout(e)) {
                throw tooSlow(bytes.size());
            }
            // A client that goes away or sends malformed chunks is no failure of the console.
            throw new ConsoleException(
                    ConsoleProblem.BAD_REQUEST,
                    "the body can't be read beyond its first " + bytes.size() + " bytes: " + e.getMessage(),
                    "body",
                    bytes.size() + " bytes",
                    null);
        }
        return bytes.toByteArray();
    }

    /** Whether the server ended a read because no data came. */
    private static boolean isTimeout(Throwable thrown) {
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            if (one instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static ConsoleException tooSlow(int size) {
        return new ConsoleException(
                ConsoleProblem.BODY_TOO_SLOW,
                "only " + size + " bytes of the body arrived in time",
                "body",
                size + " bytes",
                WITHIN.toSeconds() + " s for all of it");
    }

    private void checkSize(long size) {
        if (size > max) {
            throw new ConsoleException(
                    ConsoleProblem.BODY_TOO_LARGE,
                    max == 0 ? "this path takes no body" : "the body has more than " + max + " bytes",
                    "body",
                    (size == announced ? "" : "more than ") + Math.max(size, max) + " bytes",
                    "at most " + max + " bytes");
        }
    }
}
