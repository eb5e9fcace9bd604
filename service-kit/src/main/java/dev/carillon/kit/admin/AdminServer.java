package dev.carillon.kit.admin;

import dev.carillon.kit.lifecycle.StatefulService;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's door: {@code /livez}, {@code /readyz} and {@code /metrics}. */
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

    /** The port it listens on; while it does not listen, the one it will ask for. */
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

    private Reply alive() {
        return Reply.text(200, "alive");
    }

    private Reply ready() {
        Map<String, Health> found = health.look();
        boolean ready = found.values().stream().allMatch(Health::ok);
        String lines = found.entrySet().stream()
                .map(check -> (check.getValue().ok() ? "ok   " : "FAIL ") + check.getKey() + ": "
                        + check.getValue().words())
                .collect(Collectors.joining("\n"));
        return Reply.text(ready ? 200 : 503, (ready ? "ready" : "not ready") + (lines.isEmpty() ? "" : "\n" + lines));
    }

    private Reply metricsPage() {
        return new Reply(200, PROMETHEUS_TEXT, metrics.get());
    }
}
