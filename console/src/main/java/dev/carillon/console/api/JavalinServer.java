package dev.carillon.console.api;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Ticker;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server: each request passes the {@link RequestGuard} and goes to its {@link ApiRoute}. */
public final class JavalinServer implements AutoCloseable {
    /** A connection without traffic for this long is closed. */
    private static final Duration IDLE = Duration.ofSeconds(15);

    private static final int CONNECTIONS = 512;
    /** Acceptors and selectors, which answer no requests. */
    private static final int OWN_THREADS = 4;

    private static final int MAX_HEADERS = 16 * 1024;

    private final Javalin javalin;

    private JavalinServer(Javalin javalin) {
        this.javalin = javalin;
    }

    /** Listens when this returns. */
    public static JavalinServer open(ListenSettings settings, List<ApiResource> resources, Ticker ticker) {
        Javalin javalin = Javalin.create(config -> configure(config, settings, ApiRoutes.of(resources), ticker));
        try {
            return new JavalinServer(javalin.start(settings.host(), settings.port()));
        } catch (JavalinBindException e) {
            javalin.stop();
            throw new CodedException(
                    KitErrorCode.PORT_TAKEN,
                    "port " + settings.port() + " on " + settings.host() + " is taken by another process. Stop that"
                            + " one, or choose another with --console.port (0 = any free port)",
                    e);
        }
    }

    private static void configure(JavalinConfig config, ListenSettings settings, ApiRoutes routes, Ticker ticker) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.generateEtags = false;
        config.router.ignoreTrailingSlashes = false;
        config.jetty.threadPool = threads(settings.threads());
        config.jetty.modifyHttpConfiguration(JavalinServer::limit);
        config.jetty.modifyServer(server -> {
            // Clients of the stream never finish, so a graceful stop would take its whole timeout.
            server.setStopTimeout(0);
            server.setErrorHandler(new JavalinRefusals());
            server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        });
        config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new JavalinRefusals()));

        JavalinExchange exchange = new JavalinExchange(routes, ticker);
        config.routes.before(exchange::enter);
        for (ApiRoute route : routes.all()) {
            config.routes.addHttpHandler(
                    HandlerType.findOrCreate(route.verb().name()), route.path(), ctx -> exchange.serve(route, ctx));
            if (route.verb() == HttpVerb.GET && route.stream() == null) {
                config.routes.addHttpHandler(HandlerType.HEAD, route.path(), ctx -> exchange.serve(route, ctx));
            }
        }
        config.routes.exception(HttpResponseException.class, exchange::failed);
        config.routes.exception(Exception.class, exchange::failed);
    }

    private static QueuedThreadPool threads(int most) {
        int all = most + OWN_THREADS;
        // The queue is bounded by the number of connections, as each has one request at a time.
        QueuedThreadPool pool = new QueuedThreadPool(all, Math.min(all, 8));
        pool.setName("console-http");
        pool.setDaemon(true);
        return pool;
    }

    private static void limit(HttpConfiguration http) {
        http.setRequestHeaderSize(MAX_HEADERS);
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setIdleTimeout(IDLE.toMillis());
        http.setHttpCompliance(HttpCompliance.RFC7230);
        http.setUriCompliance(UriCompliance.DEFAULT);
    }

    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
