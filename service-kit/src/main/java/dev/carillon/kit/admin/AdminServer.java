package dev.carillon.kit.admin;

import dev.carillon.kit.lifecycle.StatefulService;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves {@code /livez}, {@code /readyz} and {@code /metrics} for operators. */
public final class AdminServer extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final AdminConfig config;
    private final HealthChecks health;
    private final Supplier<String> metrics;
    private volatile @Nullable HttpListener listener;

    /**
     * A server that listens once it is started.
     *
     * @param metrics the metrics in Prometheus' text format
     */
    public AdminServer(AdminConfig config, HealthChecks health, Supplier<String> metrics) {
        super("admin");
        this.config = config;
        this.health = health;
        this.metrics = metrics;
    }

    /** The port it listens on; before it listens, the configured port. */
    public int port() {
        HttpListener current = listener;
        return current == null ? config.port() : current.port();
    }

    @Override
    protected void startUp() {
        listener = HttpListener.open(
                config, Map.of("/livez", this::alive, "/readyz", this::ready, "/metrics", this::metricsPage));
        LOG.info("admin pages at http://{}:{} (/livez, /readyz, /metrics)", config.host(), port());
    }

    @Override
    protected void shutDown(Duration within) {
        HttpListener current = listener;
        if (current != null) {
            current.close();
            listener = null;
        }
    }

    private HttpReply alive() {
        return HttpReply.text(200, "alive");
    }

    private HttpReply ready() {
        Map<String, Health> found = health.look();
        boolean ready = found.values().stream().allMatch(Health::ok);
        String lines = found.entrySet().stream()
                .map(check -> (check.getValue().ok() ? "ok   " : "FAIL ") + check.getKey() + ": "
                        + check.getValue().words())
                .collect(Collectors.joining("\n"));
        String head = ready ? "ready" : "not ready";
        return HttpReply.text(ready ? 200 : 503, lines.isEmpty() ? head : head + "\n" + lines);
    }

    private HttpReply metricsPage() {
        return new HttpReply(200, PROMETHEUS_TEXT, metrics.get());
    }
}
