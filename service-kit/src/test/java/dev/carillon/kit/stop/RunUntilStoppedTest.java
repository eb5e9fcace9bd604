package dev.carillon.kit.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunUntilStoppedTest {
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final ExecutorService main = Threads.perTask("main");
    private final StopSignal signal = new StopSignal();
    private final Room room = new Room();

    @AfterEach
    void shutDown() {
        main.shutdownNow();
    }

    @Test
    void drainDefaultIsPinned() {
        assertThat(ConfigLoader.of(StopConfig.class).load().get(StopConfig.class))
                .isEqualTo(new StopConfig(Duration.ofSeconds(30)));
    }

    @Test
    void signalStopsWithinTheDrainTimeAndEndsWithZero() throws Exception {
        Future<Integer> code = run();
        room.started.await();
        signal.request("SIGTERM");
        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE);
        assertThat(room.state()).isEqualTo(ServiceState.STOPPED);
        assertThat(room.given.poll()).isBetween(Duration.ofSeconds(5), DRAIN);
    }

    @Test
    void signalDuringAStartThatHangsStopsToo() throws Exception {
        room.startHangs = true;
        Future<Integer> code = run();
        room.started.await();
        signal.request("SIGINT");
        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE);
        assertThat(room.state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void signalBeforeTheStartStartsNothing() throws Exception {
        signal.request("SIGTERM");
        assertThat(run().get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE);
        assertThat(room.started.getCount()).isEqualTo(1);
    }

    @Test
    void failedStartEndsWithItsCode() throws Exception {
        room.failure = new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "nobody there");
        assertThat(run().get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(room.state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void brokenMemberOfAGroupEndsTheProcessAsFailed() throws Exception {
        ServiceGroup group = new ServiceGroup("all", DRAIN, List.of(room));
        RunUntilStopped process = new RunUntilStopped(group, DRAIN, signal);
        Future<Integer> code = main.submit(process::run);
        room.started.await();
        room.breakDown();
        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.FAILED);
        assertThat(room.state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void stopThatFailsIsNoSuccess() throws Exception {
        room.stopThrows = true;
        Future<Integer> code = run();
        room.started.await();
        signal.request("SIGTERM");
        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void secondInterruptHaltsAtOnce() {
        BlockingQueue<Integer> halted = new ArrayBlockingQueue<>(10);
        ProcessSignals signals = new ProcessSignals(signal, halted::add);
        signals.received("INT");
        assertThat(halted).isEmpty();
        assertThat(signal.isRequested()).isTrue();
        signals.received("TERM");
        assertThat(halted).isEmpty();
        signals.received("INT");
        assertThat(halted).containsExactly(130);
    }

    @Test
    void firstWishCounts() throws Exception {
        assertThat(signal.request("SIGTERM")).isTrue();
        assertThat(signal.requestAfterFailure("broken")).isFalse();
        assertThat(signal.await()).isEqualTo(new StopSignal.Stop("SIGTERM", false));
    }

    private Future<Integer> run() {
        RunUntilStopped process = new RunUntilStopped(room, DRAIN, signal);
        return main.submit(process::run);
    }

    private static final class Room extends StatefulService {
        private final CountDownLatch started = new CountDownLatch(1);
        private final BlockingQueue<Duration> given = new ArrayBlockingQueue<>(10);
        private boolean startHangs;
        private boolean stopThrows;
        private @Nullable CodedException failure;

        private Room() {
            super("room");
        }

        @Override
        protected void startUp() throws Exception {
            started.countDown();
            if (failure != null) {
                throw failure;
            }
            if (startHangs) {
                new CountDownLatch(1).await();
            }
        }

        @Override
        protected void shutDown(Duration within) {
            given.add(within);
            if (stopThrows) {
                throw new IllegalStateException("stuck");
            }
        }

        private void breakDown() {
            fail(new IllegalStateException("broken"));
        }
    }
}
