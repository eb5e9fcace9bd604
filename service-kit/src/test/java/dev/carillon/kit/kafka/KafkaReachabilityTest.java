package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class KafkaReachabilityTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private KafkaConfig config = KafkaConfig.at("there:9092");
    private final List<Duration> pauses = new ArrayList<>();
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(KafkaReachability.class);

    @BeforeEach
    void listen() {
        said.start();
        logger.addAppender(said);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(said);
    }

    @Test
    void logsNothingWhenKafkaAnswersAtOnce() throws Exception {
        reachability(Optional::empty).await();
        assertThat(said.list).isEmpty();
    }

    @Test
    void keepsTryingWithGrowingPausesAndLogsNowAndThen() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        reachability(() -> tries.incrementAndGet() < 38 ? Optional.of("connection refused") : Optional.empty())
                .await();
        assertThat(pauses.subList(0, 7))
                .extracting(Duration::toMillis)
                .containsExactly(250L, 500L, 1000L, 2000L, 2000L, 2000L, 2000L);
        // 37 failed tries in 70 s: one line at once, one after 30 s, one after 60 s, and one when it answers.
        assertThat(said.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "no Kafka broker answers at there:9092 (connection refused); trying again until one does",
                        "no Kafka broker answers at there:9092 (connection refused); trying again until one does",
                        "no Kafka broker answers at there:9092 (connection refused); trying again until one does",
                        "Kafka answers at there:9092");
    }

    @Test
    void givesUpInTimeWithAClearLineWhenAskedTo() {
        assertThatThrownBy(() ->
                        reachability(() -> Optional.of("connection refused")).await(Duration.ofSeconds(3)))
                .isInstanceOfSatisfying(CodedException.class, thrown -> {
                    assertThat(thrown.code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE);
                    assertThat(thrown.oneLine())
                            .isEqualTo("KAFKA_UNREACHABLE: no Kafka broker answers at there:9092 (connection refused)."
                                    + " Start it, or name another with -b HOST:PORT (kafka.bootstrap-servers)");
                });
        assertThat(clock.nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void givesUpAfterTheConfiguredTime() {
        config = ConfigLoader.of(KafkaConfig.class)
                .flags(Map.of("kafka.give-up-after", "5s"))
                .load()
                .get(KafkaConfig.class);
        assertThatThrownBy(() ->
                        reachability(() -> Optional.of("connection refused")).await())
                .isInstanceOf(CodedException.class);
        assertThat(clock.nanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void absentBrokerIsARefusedConnection() throws Exception {
        int free = UnusedPort.onLoopback();
        assertThat(new KafkaAdminProbe(KafkaConfig.at("127.0.0.1:" + free)).whyUnreachable())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("127.0.0.1:" + free).contains("refused"));
    }

    @Test
    void malformedAddressIsNamed() throws Exception {
        assertThat(new KafkaAdminProbe(KafkaConfig.at("nonsense")).whyUnreachable())
                .contains("nonsense is no host:port");
        assertThat(new KafkaAdminProbe(KafkaConfig.at("127.0.0.1:99999")).whyUnreachable())
                .contains("127.0.0.1:99999 is no host:port");
    }

    private KafkaReachability reachability(KafkaProbe probe) {
        return new KafkaReachability(
                config,
                () -> probe,
                time -> {
                    pauses.add(time);
                    clock.advance(time);
                },
                clock);
    }
}
