package dev.carillon.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.fact.ClusterFact;
import dev.carillon.cli.doctor.finding.Finding;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClusterCheckTest {
    private static final String AT = "kafka-1:9092";

    private final Map<String, Integer> features =
            new HashMap<>(Map.of("metadata.version", 30, "transaction.version", 2));
    private final Map<String, String> settings = new HashMap<>(Map.of("transaction.max.timeout.ms", "60000"));
    private List<Integer> brokers = List.of(1, 2, 3);

    private List<Finding> judged(@Nullable Map<String, String> seen, Map<String, Duration> sessions) {
        return ClusterCheck.judge(new ClusterFact("abc", brokers, features, seen), AT, sessions);
    }

    private List<String> seen() {
        return judged(settings, Map.of()).stream().map(Finding::seen).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "31, 4.3",
        "30, 4.3",
        "29, 4.2",
        "28, 4.2",
        "27, 4.1",
        "26, 4.1",
        "25, 4.0",
        "22, 4.0",
        "21, 3.9",
        "20, 3.8",
        "19, 3.7",
        "15, 3.7",
        "14, 3.6 or older",
        "1, 3.6 or older"
    })
    void theVersionIsTheNewestThatTheMetadataAllow(int level, String version) {
        features.put("metadata.version", level);
        Finding finding = judged(settings, Map.of()).get(0);
        assertThat(finding.seen())
                .isEqualTo("cluster abc is at Kafka " + version + " (metadata.version " + level + ")");
        assertThat(finding.code()).isEqualTo(level >= 26 ? "GOOD" : "KAFKA_TOO_OLD");
    }

    @Test
    void aClusterThatReportsNoFeaturesIsOld() {
        features.clear();
        assertThat(judged(settings, Map.of())).extracting(Finding::code).contains("KAFKA_TOO_OLD", "TRANSACTIONS_OLD");
        assertThat(seen()).contains("cluster abc is at Kafka 3.6 or older", "transaction.version is 0, should be 2");
    }

    @ParameterizedTest
    @CsvSource({"1, BROKER_ALONE", "2, GOOD", "3, GOOD"})
    void oneBrokerIsNoted(int count, String code) {
        brokers = List.of(1, 2, 3).subList(0, count);
        assertThat(judged(settings, Map.of()).get(1).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"59999, GOOD", "60000, GOOD", "60001, TRANSACTIONS_LONG", "900000, TRANSACTIONS_LONG"})
    void aMinuteIsTheLongestTransaction(String millis, String code) {
        settings.put("transaction.max.timeout.ms", millis);
        assertThat(judged(settings, Map.of()).get(3).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "5999, GROUP_SESSION_REFUSED, '--worker.session-timeout=6000ms, or change group.min.session.timeout.ms on the"
                + " brokers'",
        "6000, GOOD, ''",
        "30000, GOOD, ''",
        "30001, GROUP_SESSION_REFUSED, '--worker.session-timeout=30000ms, or change group.max.session.timeout.ms on the"
                + " brokers'"
    })
    void aSessionHasToBeWithinTheLimitsOfTheBrokers(long millis, String code, String fix) {
        settings.put("group.min.session.timeout.ms", "6000");
        settings.put("group.max.session.timeout.ms", "30000");
        Finding finding = judged(settings, Map.of("worker.session-timeout", Duration.ofMillis(millis)))
                .get(4);
        assertThat(finding.code()).isEqualTo(code);
        assertThat(finding.fix()).isEqualTo(fix);
    }

    @Test
    void eachSessionIsJudgedByItself() {
        settings.put("group.max.session.timeout.ms", "5000");
        assertThat(judged(settings, Map.of("a", Duration.ofSeconds(6), "b", Duration.ofSeconds(4))))
                .extracting(Finding::code)
                .containsOnlyOnce("GROUP_SESSION_REFUSED");
    }

    @Test
    void settingsThatMayNotBeSeenAreNotedAndTheRestIsStillJudged() {
        features.put("transaction.version", 1);
        List<Finding> findings = judged(null, Map.of("worker.session-timeout", Duration.ofSeconds(6)));
        assertThat(findings)
                .extracting(Finding::code)
                .containsExactly("GOOD", "GOOD", "TRANSACTIONS_OLD", "NOT_CHECKED");
        assertThat(findings.get(3).fix()).contains("DescribeConfigs");
    }
}
