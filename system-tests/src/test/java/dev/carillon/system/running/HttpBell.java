package dev.carillon.system.running;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP server that tasks call: it answers after a delay, and counts the calls under way. */
public final class HttpBell implements AutoCloseable {
    private final HttpServer server;
    private final ScheduledExecutorService answering = Executors.newScheduledThreadPool(2);
    private final Duration takes;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final Set<String> failedOnce = ConcurrentHashMap.newKeySet();

    public HttpBell(Duration takes) throws IOException {
        this.takes = takes;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ring", exchange -> answerLater(exchange, 200));
        server.createContext("/crack", exchange -> {
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            answerLater(exchange, failedOnce.add(key) ? 500 : 200);
        });
        server.start();
    }

    public Work ring() {
        return work("/ring");
    }

    /** Work whose first call fails. */
    public Work crack() {
        return work("/crack");
    }

    private Work work(String path) {
        int port = server.getAddress().getPort();
        return Work.of("http", RawJson.parse("{\"url\":\"http://127.0.0.1:" + port + path + "\"}"));
    }

    public int underWay() {
        return underWay.get();
    }

    public int calls() {
        return calls.get();
    }

    private void answerLater(HttpExchange exchange, int status) {
        calls.incrementAndGet();
        underWay.incrementAndGet();
        var unused = answering.schedule(() -> answer(exchange, status), takes.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void answer(HttpExchange exchange, int status) {
        underWay.decrementAndGet();
        try (exchange) {
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException e) {
            // The caller was killed, as such tests intend.
        }
    }

    @Override
    public void close() {
        server.stop(0);
        answering.shutdownNow();
    }
}
