package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.time.ManualClock;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class KafkaWatchTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(KafkaWatch.class);
    private Optional<String> why = Optional.empty();
    private final KafkaWatch watch = new KafkaWatch("there:9092", () -> why, clock);

    @BeforeEach
    void listen() {
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
    }

    @Test
    void isNotReadyBeforeTheFirstAnswer() {
        assertThat(watch.check().ok()).isFalse();
    }

    @Test
    void logsNothingWhileKafkaAnswers() throws Exception {
        look(10);
        assertThat(logged.list).isEmpty();
        assertThat(watch.check()).isEqualTo(Health.good("answers at there:9092"));
    }

    @Test
    void outageIsOneLineNowAndThenAndOneAtItsEnd() throws Exception {
        look(1);
        why = Optional.of("Connection refused");
        look(12);
        assertThat(watch.check()).isEqualTo(Health.bad("does not answer at there:9092: Connection refused"));
        why = Optional.empty();
        look(2);
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Kafka does not answer at there:9092 (Connection refused); work goes on when it is back",
                        "Kafka does not answer at there:9092 (Connection refused); work goes on when it is back",
                        "Kafka answers again at there:9092");
    }

    private void look(int times) throws InterruptedException {
        for (int look = 0; look < times; look++) {
            watch.runOnce(clock.instant());
            clock.advance(KafkaWatch.LOOK_EVERY);
        }
    }
}
