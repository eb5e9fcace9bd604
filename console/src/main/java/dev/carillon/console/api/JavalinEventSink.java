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

    /** Starts the response; after this the client can't be refused any more. */
    void open(Context ctx) throws IOException {
        ctx.res().setContentType("text/event-stream");
        ctx.res().setCharacterEncoding("utf-8");
        AsyncContext async = ctx.req().startAsync();
        async.setTimeout(0); // No limit: either side ends it.
        ctx.future(() -> end);
        ServletOutputStream opened = ctx.res().getOutputStream();
        opened.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() {
                // No thread waits for this: writers ask isReady() instead.
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

    /** True after the end as well, so that the next write fails. */
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
