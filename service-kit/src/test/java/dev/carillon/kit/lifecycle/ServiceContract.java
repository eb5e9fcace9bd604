package dev.carillon.kit.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The contract of every service; the test of each service extends it. */
public abstract class ServiceContract {
    private static final int RACES = 20;
    private static final int RACERS = 8;
    private static final Duration TEST_LIMIT = Duration.ofSeconds(60);

    /** A new service that was never started. */
    protected abstract Service newService() throws Exception;

    /** A new service whose first start fails and whose second works; empty if a start can't fail. */
    protected Optional<Service> newServiceThatFailsItsFirstStart() throws Exception {
        return Optional.empty();
    }

    /** The time given to a stop. */
    protected Duration stopWithin() {
        return Duration.ofSeconds(10);
    }

    /** How many start/stop races to run; fewer for a service whose start is slow. */
    protected int races() {
        return RACES;
    }

    /** Whether the service can run again after a stop. */
    protected boolean startsAfresh() {
        return true;
    }

    /** More checks after the service has stopped: no thread, port or file is left. */
    protected void assertNothingLeft() throws Exception {}

    @Test
    void isNewUntilItIsStarted() throws Exception {
        assertThat(newService().state()).isEqualTo(ServiceState.NEW);
    }

    @Test
    void runsAfterStartAndIsStoppedAfterStop() throws Exception {
        Service service = newService();
        service.start();
        assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
        service.stop(stopWithin());
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void stopWithoutStartStops() throws Exception {
        Service service = newService();
        service.stop(stopWithin());
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void secondStopDoesNothing() throws Exception {
        Service service = newService();
        service.start();
        service.stop(stopWithin());
        service.stop(stopWithin());
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void secondStartDoesNothing() throws Exception {
        Service service = newService();
        service.start();
        service.start();
        assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
        service.stop(stopWithin());
        assertNothingLeft();
    }

    @Test
    void startsAgainAfterAFailedStart() throws Exception {
        Optional<Service> failing = newServiceThatFailsItsFirstStart();
        Assumptions.assumeTrue(failing.isPresent(), "this service's start can't fail");
        Service service = failing.orElseThrow();
        assertThatThrownBy(service::start).isInstanceOf(Exception.class);
        assertThat(service.state()).isEqualTo(ServiceState.FAILED);
        service.start();
        assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
        service.stop(stopWithin());
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void stopsAfterAFailedStart() throws Exception {
        Optional<Service> failing = newServiceThatFailsItsFirstStart();
        Assumptions.assumeTrue(failing.isPresent(), "this service's start can't fail");
        Service service = failing.orElseThrow();
        assertThatThrownBy(service::start).isInstanceOf(Exception.class);
        service.stop(stopWithin());
        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertNothingLeft();
    }

    @Test
    void stopKeepsItsDeadline() throws Exception {
        Service service = newService();
        service.start();
        Deadline deadline = Deadline.in(stopWithin().plusSeconds(1));
        service.stop(stopWithin());
        assertThat(deadline.isOver())
                .as("stop took longer than %s", stopWithin())
                .isFalse();
    }

    @Test
    void startsAndStopsThatRaceEndStopped() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ExecutorService racers = Threads.perTask("racer");
        try {
            for (int race = 0; race < races(); race++) {
                Service service = newService();
                race(service, random, racers);
                service.stop(stopWithin());
                assertThat(service.state())
                        .as("after race %s, seed %s", race, seed)
                        .isEqualTo(ServiceState.STOPPED);
            }
        } finally {
            racers.shutdownNow();
        }
        assertNothingLeft();
    }

    private void race(Service service, Random random, ExecutorService racers) throws Exception {
        CyclicBarrier line = new CyclicBarrier(RACERS);
        List<Future<?>> running = new ArrayList<>();
        for (int racer = 0; racer < RACERS; racer++) {
            boolean starts = startsAfresh() ? random.nextBoolean() : racer == 0;
            running.add(racers.submit(() -> {
                line.await();
                if (starts) {
                    startUnlessRefused(service);
                } else {
                    service.stop(stopWithin());
                }
                return null;
            }));
        }
        for (Future<?> racer : running) {
            racer.get(TEST_LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void startUnlessRefused(Service service) throws Exception {
        try {
            service.start();
        } catch (IllegalStateException e) {
            // Allowed for a start that a stop has overtaken.
            assertThat(service.state()).isNotEqualTo(ServiceState.STARTING);
        }
    }
}
