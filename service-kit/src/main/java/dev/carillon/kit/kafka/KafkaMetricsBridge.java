package dev.carillon.kit.kafka;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.jspecify.annotations.Nullable;

/**
 * Exports the few of Kafka's client metrics that show a client's health. Kafka's client creates and closes it, so the
 * meters are removed with the client.
 */
public final class KafkaMetricsBridge implements MetricsReporter {
    private static final String TOTAL = ".total";
    static final String REGISTRY = "carillon.meter.registry";

    /** Kafka has hundreds of metrics, and each adds lines to every scrape. */
    private static final Set<String> SHOWN = Set.of(
            "connection-count",
            "request-latency-avg",
            "record-send-total",
            "record-error-total",
            "record-retry-total",
            "record-queue-time-avg",
            "buffer-available-bytes",
            "txn-commit-time-ns-total",
            "records-consumed-total",
            "records-lag-max",
            "fetch-latency-avg",
            "commit-latency-avg",
            "rebalance-total",
            "failed-rebalance-total",
            "assigned-partitions");

    private static final Set<String> SHOWN_GROUPS = Set.of(
            "producer-metrics",
            "consumer-metrics",
            "consumer-fetch-manager-metrics",
            "consumer-coordinator-metrics",
            "admin-client-metrics");

    /** Kafka's names of the exported metrics. */
    public static List<String> shown() {
        return SHOWN.stream().sorted().toList();
    }

    private final Map<MetricName, Meter.Id> registered = new ConcurrentHashMap<>();
    private @Nullable MeterRegistry meters;

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(REGISTRY) instanceof MeterRegistry registry) {
            meters = registry;
        }
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
        metrics.forEach(this::metricChange);
    }

    @Override
    public void metricChange(KafkaMetric metric) {
        MeterRegistry registry = meters;
        MetricName name = metric.metricName();
        String client = name.tags().get("client-id");
        // Per-client metrics only, as those per topic and partition are unbounded.
        boolean shown = SHOWN.contains(name.name()) && SHOWN_GROUPS.contains(name.group());
        if (registry != null && client != null && name.tags().size() == 1 && shown) {
            Meter meter = register(registry, metric, Tags.of("client", client));
            registered.put(name, meter.getId());
        }
    }

    private static Meter register(MeterRegistry registry, KafkaMetric metric, Tags tags) {
        MetricName source = metric.metricName();
        String kind = source.group().substring(0, source.group().indexOf('-'));
        String name = "kafka." + kind + "." + source.name().replace('-', '.');
        if (name.endsWith(TOTAL)) {
            return FunctionCounter.builder(
                            name.substring(0, name.length() - TOTAL.length()), metric, KafkaMetricsBridge::number)
                    .tags(tags)
                    .description(source.description())
                    .register(registry);
        }
        return Gauge.builder(name, metric, KafkaMetricsBridge::number)
                .tags(tags)
                .description(source.description())
                .register(registry);
    }

    private static double number(KafkaMetric metric) {
        return metric.metricValue() instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {
        Meter.Id id = registered.remove(metric.metricName());
        MeterRegistry registry = meters;
        if (id != null && registry != null) {
            registry.remove(id);
        }
    }

    @Override
    public void close() {
        MeterRegistry registry = meters;
        if (registry != null) {
            registered.values().forEach(registry::remove);
        }
        registered.clear();
    }
}
