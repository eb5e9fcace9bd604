package dev.carillon.kit.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatefulServiceTest extends ServiceContract {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ExecutorService others = Threads.perTask("other");
    private final AtomicInteger held = new AtomicInteger();
    private final Counted service = new Counted();

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    @Override
    protected Service newService() {
        return new Counted();
    }

    @Override
    protected Optional<Service> newServiceThatFailsItsFirstStart() {
        Counted failing = new Counted();
        failing.startFailure = new IllegalArgumentException("not yet");
        return Optional.of(failing);
    }

    @Override
    protected void assertNothingLeft() {
        assertThat(held)
                .as("what was taken at a start and not released at a stop")
                .hasValue(0);
    }

    @Test
    void onlyTheDrawnTransitionsAreLegal() {
        assertThat(ServiceState.NEW.next()).containsExactlyInAnyOrder(ServiceState.STARTING, ServiceState.STOPPED);
        assertThat(ServiceState.STARTING.next()).containsExactlyInAnyOrder(ServiceState.RUNNING, ServiceState.FAILED);
        assertThat(ServiceState.RUNNING.next()).containsExactlyInAnyOrder(ServiceState.STOPPING, ServiceState.FAILED);
        assertThat(ServiceState.STOPPING.next()).containsExactlyInAnyOrder(ServiceState.STOPPED, ServiceState.FAILED);
        assertThat(ServiceState.FAILED.next()).containsExactlyInAnyOrder(ServiceState.STARTING, ServiceState.STOPPING);
        assertThat(ServiceState.STOPPED.next()).containsExactlyInAnyOrder(ServiceState.STARTING);
        EnumSet.allOf(ServiceState.class)
                .forEach(state -> assertThat(state.mayBecome(state)).isFalse());
    }

    @Test
    void stopThatRunsOutOfTimeIsCarriedOutByTheStart() throws Exception {
        service.startMayEnd = new CountDownLatch(1);
        Future<?> start = others.submit(() -> {
            service.start();
            return null;
        });
        service.starting.await();
        service.stop(Duration.ofMillis(10));
        assertThat(service.state()).isEqualTo(ServiceState.STARTING);
        service.startMayEnd.countDown();
        assertThatThrownBy(() -> start.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("counted was stopped while it started");
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void breakingWhileStartingFailsTheStart() {
        service.breaksWhileStarting = true;
        assertThatThrownBy(service::start).hasMessageContaining("counted broke while it started");
        assertThat(service.state()).isEqualTo(ServiceState.FAILED);
        assertNothingLeft();
    }

    @Test
    void failingWhileRunningCallsEveryListenerOnceAndCanBeStopped() throws Exception {
        List<String> heard = new ArrayList<>();
        service.whenFailed(cause -> heard.add("one: " + cause.getMessage()));
        service.whenFailed(cause -> heard.add("two: " + cause.getMessage()));
        service.start();
        service.breakDown("broken");
        service.breakDown("again");
        assertThat(heard).containsExactly("one: broken", "two: broken");
        service.stop(LIMIT);
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void brokenServiceReleasesEverythingBeforeItStartsAgain() throws Exception {
        service.start();
        service.breakDown("broken");
        service.start();
        assertThat(held).hasValue(1);
        assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
        service.stop(LIMIT);
        assertNothingLeft();
    }

    @Test
    void stopThatThrowsIsAFailureAndMayBeTriedAgain() throws Exception {
        service.start();
        service.stopFailure = new IllegalArgumentException("stuck");
        service.stop(LIMIT);
        assertThat(service.state()).isEqualTo(ServiceState.FAILED);
        assertThat(service.failure()).get().extracting(Throwable::getMessage).isEqualTo("stuck");
        service.stop(LIMIT);
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void failureWhileReleasingIsKeptBesideTheFirst() {
        service.startFailure = new IllegalArgumentException("not yet");
        service.stopFailure = new IllegalArgumentException("stuck");
        assertThatThrownBy(service::start).hasMessage("not yet").satisfies(thrown -> assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("stuck"));
    }

    /** Takes one resource at each start and releases it at each stop. */
    private final class Counted extends StatefulService {
        private final CountDownLatch starting = new CountDownLatch(1);
        private boolean taken;
        private boolean breaksWhileStarting;
        private @Nullable CountDownLatch startMayEnd;
        private @Nullable RuntimeException startFailure;
        private @Nullable RuntimeException stopFailure;

        private Counted() {
            super("counted");
        }

        @Override
        protected void startUp() throws Exception {
            assertThat(taken).isFalse();
            taken = true;
            held.incrementAndGet();
            starting.countDown();
            if (startMayEnd != null) {
                startMayEnd.await();
            }
            if (breaksWhileStarting) {
                fail(new IllegalStateException("broken"));
            }
            RuntimeException failure = startFailure;
            startFailure = null;
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        protected void shutDown(Duration within) {
            RuntimeException failure = stopFailure;
            stopFailure = null;
            if (failure != null) {
                throw failure;
            }
            if (taken) {
                taken = false;
                held.decrementAndGet();
            }
        }

        private void breakDown(String why) {
            fail(new IllegalStateException(why));
        }
    }
}
