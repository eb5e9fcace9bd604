package dev.carillon.console.api;

import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Server-sent events over an asynchronous response, so that no thread waits for a slow reader. */
final class JavalinEventSink implements EventSink {
    private final AsyncContext async;
    private final ServletOutputStream out;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean failed;

    private JavalinEventSink(AsyncContext async, ServletOutputStream out) {
        this.async = async;
        this.out = out;
    }

    static JavalinEventSink open(Context ctx) throws IOException {
        ctx.res().setContentType("text/event-stream");
        ctx.res().setCharacterEncoding("utf-8");
        AsyncContext async = ctx.req().startAsync();
        async.setTimeout(0); // It lives as long as both ends want.
        JavalinEventSink sink = new JavalinEventSink(async, ctx.res().getOutputStream());
        sink.listen();
        return sink;
    }

    private void listen() {
        out.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() {
                // Nothing waits here: whoever has something to say asks whether it can be said.
            }

            @Override
            public void onError(Throwable thrown) {
                failed = true;
            }
        });
    }

    @Override
    public boolean isReady() {
        return failed || closed.get() || out.isReady();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        if (failed || closed.get()) {
            throw new IOException("the client is gone");
        }
        out.write(bytes);
        if (out.isReady()) {
            out.flush();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                async.complete();
            } catch (IllegalStateException e) {
                // Safe: the server has completed it already, because the client went.
                failed = true;
            }
        }
    }
}
