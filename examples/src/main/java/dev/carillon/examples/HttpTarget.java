package dev.carillon.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server that a task of type http calls. Carillon calls at least once: it repeats a call after a lost answer, a
 * retry or a worker's death. All calls of one execution have the same Idempotency-Key, so the work is done only once.
 */
public final class HttpTarget implements AutoCloseable {
    // In place of a table with a unique key; in a database, insert the key in the transaction that does the work.
    private final Map<String, String> done = new ConcurrentHashMap<>();
    private final HttpServer server;

    public HttpTarget(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/report", this::report);
        server.start();
    }

    private void report(HttpExchange call) throws IOException {
        String key = call.getRequestHeaders().getFirst("Idempotency-Key");
        if (key == null) {
            answer(call, 400, "an Idempotency-Key is needed");
            return;
        }
        String answer = done.computeIfAbsent(key, first -> "report number " + (done.size() + 1));
        answer(call, 200, answer);
    }

    private static void answer(HttpExchange call, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(status, body.length);
        call.getResponseBody().write(body);
        call.close();
    }

    /** The keys of the executions whose work is done. */
    public List<String> done() {
        return List.copyOf(done.keySet());
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    public static void main(String[] args) throws IOException {
        HttpTarget target = new HttpTarget(args.length > 0 ? Integer.parseInt(args[0]) : 8080);
        System.out.println("listening at http://127.0.0.1:" + target.port() + "/report");
    }
}
