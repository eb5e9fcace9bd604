package dev.carillon.kit.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.threads.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a few read-only pages over HTTP. */
final class HttpListener {
    private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
    /** Pages are short: two threads keep one slow reader from blocking the probes. */
    private static final int THREADS = 2;

    private static final int BACKLOG = 50;

    private final HttpServer server;
    private final ExecutorService workers;
    private final Map<String, Supplier<HttpReply>> pages;

    private HttpListener(HttpServer server, Map<String, Supplier<HttpReply>> pages) {
        this.server = server;
        this.pages = new TreeMap<>(pages);
        workers = Executors.newFixedThreadPool(THREADS, Threads.factory("admin-http"));
    }

    static HttpListener open(AdminConfig config, Map<String, Supplier<HttpReply>> pages) {
        HttpListener listener = new HttpListener(bind(config), pages);
        listener.server.setExecutor(listener.workers);
        listener.server.createContext("/", listener::handle);
        listener.server.start();
        return listener;
    }

    private static HttpServer bind(AdminConfig config) {
        InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
        if (address.isUnresolved()) {
            throw unusable(config, "the name is not known");
        }
        try {
            return HttpServer.create(address, BACKLOG);
        } catch (BindException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw new CodedException(
                        KitErrorCode.PORT_TAKEN,
                        "port " + config.port() + " on " + config.host() + " is taken by another process. Stop that"
                                + " one, or choose another with --admin.port (0 = any free port)",
                        e);
            }
            throw unusable(config, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CodedException unusable(AdminConfig config, String why) {
        return new CodedException(
                KitErrorCode.ADDRESS_UNUSABLE,
                "can't listen on " + config.host() + ":" + config.port() + " (" + why
                        + "). Choose an address of this machine with --admin.host");
    }

    int port() {
        return server.getAddress().getPort();
    }

    void close() {
        // No grace period: pages take milliseconds, and older JDKs always wait for its whole length.
        server.stop(0);
        workers.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            // A body is never read: closing the exchange drops it.
            HttpReply reply =
                    reply(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
            if (reply.status() == 405) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            }
            send(exchange, reply);
        }
    }

    private HttpReply reply(String method, String path) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return HttpReply.text(405, method + " is not supported: these pages are read-only (GET, HEAD)");
        }
        Supplier<HttpReply> page = pages.get(path);
        if (page == null) {
            return HttpReply.text(404, "there is no such page; there are " + String.join(", ", pages.keySet()));
        }
        try {
            return page.get();
        } catch (RuntimeException e) {
            LOG.warn("the page {} failed", path, e);
            return HttpReply.text(500, "the page failed: " + e);
        }
    }

    private static void send(HttpExchange exchange, HttpReply reply) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.contentType());
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(reply.status(), -1);
        } else {
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
