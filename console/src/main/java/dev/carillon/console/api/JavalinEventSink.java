package dev.carillon.console.api;

import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Server-sent events over an asynchronous response, so that no thread waits for a slow reader. */
final class JavalinEventSink implements EventSink {
    /** Javalin ends the response when this is complete. */
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

    private volatile @Nullable ServletOutputStream out;
    private volatile boolean failed;

    /** Begins the response: from here on it is ready. What refuses the client has to do so before. */
    void open(Context ctx) throws IOException {
        ctx.res().setContentType("text/event-stream");
        ctx.res().setCharacterEncoding("utf-8");
        AsyncContext async = ctx.req().startAsync();
        async.setTimeout(0); // It lives as long as both ends want.
        ctx.future(() -> end);
        ServletOutputStream opened = ctx.res().getOutputStream();
        opened.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() {
                // Nothing waits here: whoever has something to say asks whether it can be said.
            }

            @Override
            public void onError(Throwable thrown) {
                failed = true;
            }
        });
        out = opened;
    }

    private boolean isOver() {
        return failed || end.isDone();
    }

    /** Ready also when it is over: the next write then says so. */
    @Override
    public boolean isReady() {
        ServletOutputStream opened = out;
        return isOver() || (opened != null && opened.isReady());
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        ServletOutputStream opened = out;
        if (opened == null || isOver()) {
            throw new IOException("the client is gone");
        }
        opened.write(bytes);
        if (opened.isReady()) {
            opened.flush();
        }
    }

    @Override
    public void close() {
        end.complete(null);
    }
}
