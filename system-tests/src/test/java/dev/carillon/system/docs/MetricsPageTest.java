package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.CollectorMeterList;
import dev.carillon.console.history.ingest.HistoryMeters;
import dev.carillon.console.live.LiveMeters;
import dev.carillon.console.overdue.OverdueWatch;
import dev.carillon.kit.admin.MeterSpec;
import dev.carillon.kit.kafka.KafkaMetricsBridge;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.trigger.meter.TriggerMeters;
import dev.carillon.worker.WorkerMeterList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares {@code docs/metrics.md} with the code and with the metrics of a running system. */
@CarillonSystem(checkedAtTheEnd = false)
@Timeout(120)
final class MetricsPageTest {
    private static final Pattern NAME =
            Pattern.compile("(?m)^((?:carillon|kafka)_[a-z_]+?)(?:_count|_sum|_max|_bucket)?(?:\\{| )");
    /** As documents write names: in code, sometimes with a label or the part of a timer behind. */
    private static final Pattern NAMED = Pattern.compile("\\b(carillon_[a-z_]+?)(?:_count|_sum|_max|_bucket)?\\b(?!_)");

    private static final Map<String, List<MeterSpec>> ROLES = new LinkedHashMap<>();

    static {
        ROLES.put("Trigger", TriggerMeters.ALL);
        ROLES.put("Worker", WorkerMeterList.ALL);
        ROLES.put("Collector", CollectorMeterList.ALL);
        ROLES.put("Console: its history", HistoryMeters.ALL);
        ROLES.put("Console: its watch for overdue executions", OverdueWatch.METERS);
        ROLES.put("Console: its stream of changes", LiveMeters.ALL);
    }

    private static final String HEAD = """
        Every process serves its meters in Prometheus' text format at `/metrics` of its admin address (`admin.port`). Times
        are in seconds. A timer has `_count`, `_sum` and `_max` behind its name, and a histogram also `_bucket`. No label ever carries a taskId or an
        execution key, so the number of series does not grow with the work; `worker` has one value per worker, `client` one
        per Kafka client of the process.

        """;

    private static final String KAFKA = """
        ## Kafka clients

        A few of the figures of each Kafka client, as Kafka's own documentation describes them, with the label `client`.
        In front of each stands `kafka_producer_`, `kafka_consumer_` or `kafka_admin_`; a total ends in `_total`. Those of
        Kafka Streams' own clients are not among them.

        """;

    private static final String JVM = """

        ## The JVM

        Micrometer's usual figures: `jvm_memory_*`, `jvm_gc_*`, `jvm_threads_*`, `jvm_buffer_*`, `system_cpu_*`,
        `system_load_average_1m`, `process_cpu_*`, `process_uptime_seconds`, `process_start_time_seconds`.
        """;

    @Test
    void thePageHasEveryMeterOfTheCode() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        ROLES.forEach((role, meters) -> {
            page.append("## ")
                    .append(role)
                    .append("\n\n| name | type | unit | labels | meaning |\n|---|---|---|---|---|\n");
            meters.forEach(meter -> page.append(row(meter)));
            page.append("\n");
        });
        page.append(KAFKA);
        KafkaMetricsBridge.shown()
                .forEach(name -> page.append("- `").append(name).append("`\n"));
        page.append(JVM);
        GeneratedPage.compare("metrics.md", "Metrics", page.toString());
    }

    @Test
    void documentsNameOnlyMetersThatExist() throws IOException {
        Set<String> known = new TreeSet<>();
        ROLES.values().forEach(meters -> meters.forEach(meter -> known.add(meter.prometheusName())));
        List<String> unknown = new ArrayList<>();
        for (Path document : DocumentLinksTest.documents()) {
            named(Files.readString(document)).stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> unknown.add(document.getFileName() + " names " + name));
        }
        assertThat(unknown).isEmpty();
    }

    private static Set<String> named(String document) {
        return NAMED.matcher(document)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String row(MeterSpec meter) {
        String labels = meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        return "| `" + meter.prometheusName() + "` | " + meter.kind().name().toLowerCase(java.util.Locale.ROOT) + " | "
                + meter.unit() + " | " + labels + " | " + GeneratedPage.cell(meter.meaning()) + " |\n";
    }

    @Test
    void aRunningSystemShowsExactlyTheMetersOfThePage(RunningCarillon carillon) {
        carillon.console().start();
        carillon.apply(Schedule.of(
                "metered-task", FiringRule.every(Duration.ofSeconds(1)), Work.of(Bells.RING, RawJson.NULL)));
        ExecutionKey key = carillon.submit("metered-submission", Work.of(Bells.RING, RawJson.NULL));
        carillon.door().put(carillon.names().results(), "metered-garbage", "{".getBytes(StandardCharsets.UTF_8));
        carillon.awaitOutcome(key);
        carillon.awaitOutcomes("metered-task", 1);
        Set<String> page = new TreeSet<>();
        ROLES.values().forEach(meters -> meters.forEach(meter -> page.add(meter.prometheusName())));
        Eventually.that("all meters of the page are shown", RunningCarillon.SOON, () -> {
            assertThat(ours(carillon.scrape())).isEqualTo(page);
            return true;
        });
        String scraped = carillon.scrape();
        assertThat(scraped)
                .as("labels are bounded")
                .doesNotContain("metered-task", "metered-submission", "metered-garbage");
        assertThat(names(scraped))
                .as("the bridge to Kafka's clients works")
                .anyMatch(name -> name.startsWith("kafka_"));
        carillon.delete("metered-task");
    }

    private static Set<String> names(String scraped) {
        return NAME.matcher(scraped)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> ours(String scraped) {
        return names(scraped).stream()
                .filter(name -> name.startsWith("carillon_"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
