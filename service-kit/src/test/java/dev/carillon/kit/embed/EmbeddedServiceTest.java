package dev.carillon.kit.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.threads.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
@SuppressWarnings("try") // The tests close early and twice.
class EmbeddedServiceTest {
    @Test
    void startsOnceClosesOnceAndStartsAgain() {
        Echo echo = new Echo.Settings().start();
        echo.start();
        assertThat(echo.isRunning()).isTrue();
        echo.close();
        echo.close();
        assertThat(echo.stops()).isEqualTo(1);
        assertThat(echo.isRunning()).isFalse();
        assertThat(echo.whyNotReady()).containsExactly("echo is quiet");
        echo.start();
        assertThat(echo.isReady()).isTrue();
        echo.close();
    }

    @Test
    void eachStartOfTheSettingsMakesAServiceOfItsOwn() {
        Echo.Settings settings = new Echo.Settings();
        try (Echo one = settings.start();
                Echo other = settings.start()) {
            one.close();
            assertThat(other.isRunning()).isTrue();
        }
    }

    @Test
    void allProblemsOfTheSettingsAreReportedAtOnce() {
        Echo.Settings settings = new Echo.Settings()
                .settings(Map.of("echo.volume", "11"))
                .set("echo.volum", "1")
                .set("kafka.request-timeout", "soon");
        assertThatThrownBy(settings::start)
                .isInstanceOfSatisfying(ConfigException.class, e -> assertThat(e.problems())
                        .extracting(ConfigProblem::code)
                        .containsExactlyInAnyOrder(
                                KitErrorCode.CONFIG_UNKNOWN_KEY,
                                KitErrorCode.CONFIG_BAD_VALUE,
                                KitErrorCode.CONFIG_OUT_OF_RANGE))
                .hasMessageContaining("echo.volume = 11 (set in code)")
                .hasMessageContaining("Did you mean echo.volume?");
    }

    @Test
    void startFailsSoonWithoutKafkaUnlessConfiguredOtherwise() {
        Echo.Settings settings = new Echo.Settings();
        settings.build();
        assertThat(giveUpAfter(settings)).isEqualTo(Duration.ofSeconds(30));
        settings.set("kafka.give-up-after", "5m").build();
        assertThat(giveUpAfter(settings)).isEqualTo(Duration.ofMinutes(5));
    }

    private static Duration giveUpAfter(Echo.Settings settings) {
        return Objects.requireNonNull(Objects.requireNonNull(settings.parts)
                .config()
                .get(KafkaConfig.class)
                .giveUpAfter());
    }

    @Test
    void failedStartThrowsWhatIsWrong() {
        CodedException coded = new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "no broker; start one");
        assertThatThrownBy(() -> new Echo.Settings().failingWith(coded).start()).isSameAs(coded);
        IOException cause = new IOException("no room");
        assertThatThrownBy(() -> new Echo.Settings().failingWith(cause).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("echo did not start: no room")
                .hasCause(cause);
    }

    @Test
    void awaitEndReturnsWhenAnotherThreadCloses() throws Exception {
        Echo echo = new Echo.Settings().start();
        FutureTask<Void> waiting = waitingFor(echo);
        echo.close();
        waiting.get(20, TimeUnit.SECONDS);
    }

    @Test
    void awaitEndThrowsWhyTheServiceHasFailed() {
        Echo echo = new Echo.Settings().start();
        FutureTask<Void> waiting = waitingFor(echo);
        IllegalStateException why = new IllegalStateException("fell over");
        echo.breakDown(why);
        assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
                .hasMessageContaining("echo has failed")
                .hasRootCause(why);
        assertThat(echo.failure()).contains(why);
        echo.close();
    }

    private static FutureTask<Void> waitingFor(Echo echo) {
        FutureTask<Void> waiting = new FutureTask<>(() -> {
            echo.awaitEnd();
            return null;
        });
        Threads.named("waits", waiting).start();
        return waiting;
    }

    @Test
    void rolesStartAndEndTogether() {
        try (EmbeddedRoles roles = EmbeddedRoles.start(new Echo.Settings(), new Echo.Settings())) {
            Echo echo = roles.get(Echo.class);
            assertThat(echo.isRunning()).isTrue();
            assertThat(roles.isReady()).isTrue();
            roles.close();
            assertThat(echo.isRunning()).isFalse();
            assertThat(roles.whyNotReady()).containsExactly("echo is quiet", "echo is quiet");
        }
    }

    @Test
    void roleThatCanNotStartLeavesNoneRunning() {
        IOException cause = new IOException("no room");
        EmbeddedRoles roles = EmbeddedRoles.of(new Echo.Settings(), new Echo.Settings().failingWith(cause));
        assertThatThrownBy(roles::start).hasMessage("roles did not start: no room");
        assertThat(roles.get(Echo.class).isRunning()).isFalse();
    }

    @Test
    void roleThatFailsMakesTheGroupFail() {
        try (EmbeddedRoles roles = EmbeddedRoles.start(new Echo.Settings(), new Echo.Settings())) {
            roles.get(Echo.class).breakDown(new IllegalStateException("fell over"));
            assertThat(roles.isRunning()).isFalse();
            assertThat(roles.failure()).isPresent();
        }
    }
}
