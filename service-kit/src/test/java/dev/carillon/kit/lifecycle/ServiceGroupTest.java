package dev.carillon.kit.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ServiceGroupTest extends ServiceContract {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private final BlockingQueue<String> happened = new ArrayBlockingQueue<>(10_000);

    @Override
    protected Service newService() {
        return group(new Recorded("one"), new Recorded("two"));
    }

    @Override
    protected Optional<Service> newServiceThatFailsItsFirstStart() {
        Recorded failing = new Recorded("two");
        failing.startsToFail = 1;
        return Optional.of(group(new Recorded("one"), failing));
    }

    @Test
    void startsInOrderAndStopsInReverse() throws Exception {
        Service group = group(new Recorded("one"), new Recorded("two"), new Recorded("three"));
        group.start();
        group.stop(LIMIT);
        assertThat(List.copyOf(happened))
                .containsExactly("start one", "start two", "start three", "stop three", "stop two", "stop one");
    }

    @Test
    void failedStartStopsTheOnesStartedBefore() {
        Recorded failing = new Recorded("two");
        failing.startsToFail = 1;
        Service group = group(new Recorded("one"), failing, new Recorded("three"));
        assertThatThrownBy(group::start).hasMessage("two can't start");
        assertThat(List.copyOf(happened)).containsExactly("start one", "start two", "stop two", "stop two", "stop one");
    }

    @Test
    void stepThatThrowsKeepsNoOtherFromStopping() throws Exception {
        Recorded throwing = new Recorded("two");
        throwing.stopThrows = true;
        Service group = group(new Recorded("one"), throwing, new Recorded("three"));
        group.start();
        group.stop(LIMIT);
        assertThat(List.copyOf(happened)).endsWith("stop three", "stop two", "stop one");
        assertThat(group.state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void stepThatHangsKeepsNoOtherFromStopping() throws Exception {
        Recorded hanging = new Recorded("two");
        hanging.stopHangs = true;
        Service group = group(new Recorded("one"), hanging, new Recorded("three"));
        group.start();
        Deadline deadline = Deadline.in(LIMIT);
        group.stop(Duration.ofMillis(600));
        assertThat(deadline.isOver()).isFalse();
        assertThat(List.copyOf(happened)).endsWith("stop three", "stop two", "stop one");
        hanging.release.countDown();
    }

    @Test
    void startThatHangsFailsInTimeAndNamesTheService() {
        Recorded hanging = new Recorded("slow");
        hanging.startHangs = true;
        Service group = new ServiceGroup("all", Duration.ofMillis(50), List.of(hanging));
        assertThatThrownBy(group::start).isInstanceOf(TimeoutException.class).hasMessageContaining("slow");
    }

    @Test
    void laterStepsKeepAReserveOfTheTime() {
        Duration thirty = Duration.ofSeconds(30);
        assertThat(ServiceGroup.budget(thirty, thirty, 4, 3)).isEqualTo(Duration.ofSeconds(27));
        assertThat(ServiceGroup.budget(thirty, Duration.ofSeconds(3), 4, 2)).isEqualTo(Duration.ofSeconds(1));
        assertThat(ServiceGroup.budget(thirty, Duration.ofSeconds(1), 4, 2)).isEqualTo(Duration.ZERO);
        assertThat(ServiceGroup.budget(thirty, thirty, 4, 0)).isEqualTo(thirty);
        assertThat(ServiceGroup.budget(Duration.ofMillis(80), Duration.ofMillis(80), 4, 3))
                .isEqualTo(Duration.ofMillis(50));
    }

    private Service group(Service... services) {
        return new ServiceGroup("all", LIMIT, List.of(services));
    }

    private final class Recorded extends StatefulService {
        private int startsToFail;
        private boolean startHangs;
        private boolean stopThrows;
        private boolean stopHangs;
        private final CountDownLatch release = new CountDownLatch(1);

        private Recorded(String name) {
            super(name);
        }

        @Override
        protected void startUp() throws Exception {
            happened.add("start " + name());
            if (startHangs) {
                release.await();
            }
            if (startsToFail > 0) {
                startsToFail--;
                throw new IllegalArgumentException(name() + " can't start");
            }
        }

        @Override
        protected void shutDown(Duration within) throws Exception {
            happened.add("stop " + name());
            if (stopHangs) {
                release.await();
            }
            if (stopThrows) {
                throw new IllegalArgumentException(name() + " can't stop");
            }
        }
    }
}
