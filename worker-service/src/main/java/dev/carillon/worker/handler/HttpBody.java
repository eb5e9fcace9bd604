package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The beginning of a response, up to what a result may carry; the rest is not even read. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HttpBody(byte[] bytes, boolean cut) {
    /** Escaped as JSON, text may take six times its size; a result's data is limited to 64 KB. */
    static final int MAX_BYTES = 64 * 1024;

    private static final int MAX_DATA_BYTES = 60 * 1024;
    private static final int EXCERPT = 200;

    RawJson data(int status) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int kept = text.length();
        while (true) {
            String body = text.substring(0, kept);
            boolean shortened = cut || kept < text.length();
            byte[] data = Json.writeObject(out -> {
                out.number("status", status, 0, Integer.MAX_VALUE).text("body", body, Integer.MAX_VALUE);
                if (shortened) {
                    out.flag("truncated", true);
                }
            });
            if (data.length <= MAX_DATA_BYTES) {
                return RawJson.written(data);
            }
            kept = kept / 2;
        }
    }

    String excerpt() {
        if (bytes.length == 0) {
            return "its response was empty";
        }
        String text = new String(bytes, 0, Math.min(bytes.length, EXCERPT), StandardCharsets.UTF_8);
        return "its response began: " + ContractException.shown(text);
    }

    /** Reads up to the limit, and then ends the connection. */
    static final class Capped implements HttpResponse.BodySubscriber<HttpBody> {
        private final CompletableFuture<HttpBody> body = new CompletableFuture<>();
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private Flow.@Nullable Subscription subscription;

        @Override
        public CompletionStage<HttpBody> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                byte[] next = new byte[Math.min(buffer.remaining(), MAX_BYTES - kept.size())];
                boolean fits = next.length == buffer.remaining();
                buffer.get(next);
                kept.writeBytes(next);
                if (!fits) {
                    end(true);
                    return;
                }
            }
            Flow.Subscription current = subscription;
            if (current != null) {
                current.request(1);
            }
        }

        private void end(boolean cut) {
            Flow.Subscription current = subscription;
            if (cut && current != null) {
                current.cancel();
            }
            body.complete(new HttpBody(kept.toByteArray(), cut));
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            end(false);
        }
    }
}
