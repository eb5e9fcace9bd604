package dev.carillon.kit.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopTest extends ServiceContract {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");

    @Override
    protected Service newService() {
        return new Loop("looping", clock, now -> {}, LoopRhythm.every(Duration.ofMillis(1)));
    }

    @Override
    protected Optional<Service> newServiceThatFailsItsFirstStart() {
        AtomicInteger begun = new AtomicInteger();
        return Optional.of(new Loop(
                "looping",
                clock,
                new LoopBody() {
                    @Override
                    public void begin() throws IOException {
                        if (begun.incrementAndGet() == 1) {
                            throw new IOException("not yet");
                        }
                    }

                    @Override
                    public void runOnce(Instant now) {}
                },
                LoopRhythm.every(Duration.ofMillis(1))));
    }

    @Test
    void everyRoundIsGivenTheTime() throws Exception {
        BlockingQueue<Instant> seen = new ArrayBlockingQueue<>(1);
        Loop loop = new Loop("looping", clock, seen::put, LoopRhythm.unpaused());
        loop.start();
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(clock.instant());
        loop.stop(LIMIT);
    }

    @Test
    void eachFailureIsReportedOnceAndFollowedByAGrowingPause() throws Exception {
        BlockingQueue<String> reports = new ArrayBlockingQueue<>(100);
        AtomicInteger rounds = new AtomicInteger();
        LoopBody body = now -> {
            int round = rounds.incrementAndGet();
            if (round <= 3) {
                throw new IOException("round " + round);
            }
        };
        LoopRhythm rhythm =
                LoopRhythm.every(Duration.ofHours(1)).withBackoff(Duration.ofMillis(1), Duration.ofMillis(2));
        Loop loop = new Loop(
                "looping",
                clock,
                body,
                rhythm,
                (name, failure, inARow, pause) ->
                        reports.add(name + ", " + failure.getMessage() + ", " + inARow + ", " + pause.toMillis()));
        loop.start();
        Eventually.that("the fourth round", LIMIT, () -> rounds.get() == 4);
        loop.stop(LIMIT);
        assertThat(List.copyOf(reports))
                .containsExactly("looping, round 1, 1, 1", "looping, round 2, 2, 2", "looping, round 3, 3, 2");
    }

    @Test
    void backoffDoublesUpToItsLimit() {
        LoopRhythm rhythm = LoopRhythm.unpaused().withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1));
        assertThat(List.of(1, 2, 3, 4, 5, 1_000_000).stream().map(rhythm::backoff))
                .extracting(Duration::toMillis)
                .containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
    }

    @Test
    void errorEndsTheLoopAsFailedWithItsCause() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch go = new CountDownLatch(1);
        Loop loop = new Loop(
                "looping",
                clock,
                new LoopBody() {
                    @Override
                    public void runOnce(Instant now) throws InterruptedException {
                        go.await();
                        throw new AssertionError("broken");
                    }

                    @Override
                    public void end() {
                        ended.set(true);
                    }
                },
                LoopRhythm.unpaused());
        loop.whenFailed(cause -> told.countDown());
        loop.start();
        go.countDown();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(loop.state()).isEqualTo(ServiceState.FAILED);
        assertThat(loop.failure()).get().extracting(Throwable::getMessage).isEqualTo("broken");
        loop.stop(LIMIT);
        assertThat(ended).isTrue();
    }

    @Test
    void stopWakesARoundThatWaits() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Loop loop = new Loop(
                "looping",
                clock,
                new LoopBody() {
                    @Override
                    public void runOnce(Instant now) {
                        waiting.countDown();
                        try {
                            woken.await();
                        } catch (InterruptedException e) {
                            interrupted.set(true);
                        }
                    }

                    @Override
                    public void wakeUp() {
                        woken.countDown();
                    }
                },
                LoopRhythm.unpaused());
        loop.start();
        waiting.await();
        loop.stop(LIMIT);
        assertThat(loop.state()).isEqualTo(ServiceState.STOPPED);
        assertThat(interrupted).isFalse();
    }

    @Test
    void roundThatDoesNotListenIsInterruptedBeforeTheDeadline() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        Loop loop = new Loop(
                "looping",
                clock,
                now -> {
                    waiting.countDown();
                    new CountDownLatch(1).await();
                },
                LoopRhythm.unpaused());
        loop.start();
        waiting.await();
        Deadline deadline = Deadline.in(LIMIT);
        loop.stop(Duration.ofMillis(200));
        assertThat(loop.state()).isEqualTo(ServiceState.STOPPED);
        assertThat(deadline.isOver()).isFalse();
    }

    @Test
    void pokeEndsThePause() throws Exception {
        BlockingQueue<Instant> rounds = new ArrayBlockingQueue<>(10);
        Loop loop = new Loop("looping", clock, rounds::put, LoopRhythm.every(Duration.ofHours(1)));
        loop.start();
        assertThat(rounds.poll(10, TimeUnit.SECONDS)).isNotNull();
        loop.poke();
        assertThat(rounds.poll(10, TimeUnit.SECONDS)).isNotNull();
        loop.stop(LIMIT);
    }

    @Test
    void roundMayStopItsOwnLoop() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Loop[] loop = new Loop[1];
        CountDownLatch started = new CountDownLatch(1);
        loop[0] = new Loop(
                "looping",
                clock,
                now -> {
                    started.await();
                    loop[0].stop(LIMIT);
                    asked.countDown();
                },
                LoopRhythm.unpaused());
        loop[0].start();
        started.countDown();
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(loop[0].state()).isEqualTo(ServiceState.STOPPED);
    }

    @Test
    void failedBeginIsThrownByStart() {
        Service failing = newServiceThatFailsItsFirstStart().orElseThrow();
        assertThatThrownBy(failing::start).isInstanceOf(IOException.class).hasMessage("not yet");
    }

    @Test
    void listenerThatThrowsDoesNotEndTheLoop() throws Exception {
        BlockingQueue<Instant> rounds = new ArrayBlockingQueue<>(100);
        LoopBody body = now -> {
            if (rounds.offer(now) && rounds.size() == 1) {
                throw new IOException("lost");
            }
        };
        LoopRhythm rhythm = LoopRhythm.every(Duration.ofMillis(1)).withBackoff(Duration.ofMillis(1), LIMIT);
        Loop loop = new Loop("looping", clock, body, rhythm, (name, failure, inARow, pause) -> {
            throw new IllegalStateException("deaf");
        });
        loop.start();
        Eventually.that("a round after the failed one", LIMIT, () -> rounds.size() > 1);
        assertThat(loop.state()).isEqualTo(ServiceState.RUNNING);
        loop.stop(LIMIT);
    }
}
