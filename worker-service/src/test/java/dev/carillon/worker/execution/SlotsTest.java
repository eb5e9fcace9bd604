package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.at;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.LogLines;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.handler.TaskHandler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.presence.OptionalRecords;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SlotsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<AttemptEnding> returned = new LinkedBlockingQueue<>();
    private final List<OutgoingRecord> announced = new ArrayList<>();
    private final Attempt attempt = attempt("a");
    private final Attempt second = attempt("b");
    private final Attempt third = attempt("c");
    /** The ready attempts; a thread that finds none is counted. */
    private final BlockingQueue<Attempt> ready = new LinkedBlockingQueue<>();

    private final Semaphore foundNothing = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();

    private final class Chain implements Slots.Chain {
        @Override
        public void returned(Attempt one, AttemptEnding ending) {
            returned.add(ending);
        }

        @Override
        public @Nullable Attempt next() {
            asked.incrementAndGet();
            Attempt next = ready.poll();
            if (next == null) {
                foundNothing.release();
            }
            return next;
        }
    }

    /** An attempt that the scheduler has started. */
    private static Attempt attempt(String taskId) {
        Attempt started = new Attempt(
                new Subject(key(taskId), task(taskId), new TaskPosition(NORMAL, 0, 1)),
                new RecordOffset(new PartitionProgress(new InputPartition(NORMAL, 0), StoredPoint.untouched(0)), 0),
                new Attempt.Window(NOW, NOW, NOW.plusSeconds(1_000)),
                new Attempt.Arrived(true, false, 0));
        started.start(at(NOW));
        return started;
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private Slots slots(TaskHandler handler, OptionalRecords optionalRecords) {
        return slots(HandlerRegistry.none().with("code", handler), optionalRecords, new Chain());
    }

    private Slots slots(HandlerRegistry handlers, OptionalRecords optionalRecords, Slots.Chain chain) {
        ReportRecords reports = new ReportRecords(NAMES, 4, new WorkerRef("w", "i"));
        ManualClock clock = new ManualClock(NOW);
        return new Slots(
                handlers,
                threads,
                one -> new AttemptContext(one, optionalRecords, reports, new ClockPair(clock, clock)),
                chain);
    }

    private Slots slots(TaskHandler handler) {
        return slots(handler, announced::add);
    }

    private AttemptEnding ending() throws InterruptedException {
        return Objects.requireNonNull(returned.poll(20, TimeUnit.SECONDS), "the handler's end was not reported");
    }

    @Test
    void anExceptionThatCanNotBeDescribedFailsTheAttemptAndFreesTheSlot() throws InterruptedException {
        Slots slots = slots(context -> {
            throw new IllegalStateException() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                    throw new StackOverflowError();
                }
            };
        });
        slots.start(attempt("a"));
        AttemptEnding ending = ending();
        assertThat(ending.status()).isEqualTo(ResultStatus.FAILED);
        assertThat(ending.message()).contains("can't be described", "StackOverflowError");
    }

    @Test
    void linesCanBeFollowedWhileTheAttemptRuns() throws InterruptedException {
        CountDownLatch logged = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        BlockingQueue<OutgoingRecord> sent = new LinkedBlockingQueue<>();
        Slots slots = slots(
                context -> {
                    context.log("first");
                    context.log("second");
                    logged.countDown();
                    checked.await();
                    context.log("third");
                    return null;
                },
                sent::add);
        AttemptScheduler scheduler =
                new AttemptScheduler(1, new AttemptInterrupts(threads), AttemptSchedulerTest.IGNORED);
        scheduler.take(attempt, new StartGate(true, true), NOW);
        scheduler.tick(new StartGate(true, true), at(NOW), slots::start);
        logged.await();
        scheduler.sendNewLines();
        assertThat(lines(sent)).containsExactly("first", "second");
        scheduler.sendNewLines();
        assertThat(sent).as("nothing new, nothing sent").isEmpty();
        checked.countDown();
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(lines(sent)).containsExactly("third");
    }

    private static List<String> lines(BlockingQueue<OutgoingRecord> sent) {
        LogLines record = Kind.LOG_LINES.decode(
                Objects.requireNonNull(Objects.requireNonNull(sent.poll()).value()));
        return record.lines();
    }

    @Test
    void emptyLogLinesCountAndAreSentInRecordsThatReadersTake() throws InterruptedException {
        slots(
                        context -> {
                            for (int i = 0; i < 1_200_000; i++) {
                                context.log("");
                            }
                            return null;
                        },
                        announced::add)
                .start(attempt);
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
        long lines = 0;
        for (OutgoingRecord record : announced) {
            LogLines read = Kind.LOG_LINES.decode(Objects.requireNonNull(record.value()));
            lines += read.lines().size();
        }
        assertThat(lines).isEqualTo(AttemptLog.MAX_BYTES + 1);
        assertThat(Kind.LOG_LINES
                        .decode(Objects.requireNonNull(
                                announced.get(announced.size() - 1).value()))
                        .lines())
                .last()
                .asString()
                .startsWith("(200000 more lines");
    }

    @Test
    void handlerOfAnAttemptThatIsOverIsNotCalled() throws InterruptedException {
        attempt.signal().raise();
        slots(
                        context -> {
                            announced.add(new OutgoingRecord("called", null, null, null, List.of()));
                            return null;
                        },
                        announced::add)
                .start(attempt);
        assertThat(ending().status()).isEqualTo(ResultStatus.FAILED);
        assertThat(announced).isEmpty();
    }

    @Test
    void endIsHeardThoughTheLastLogLinesCannotBeSent() throws InterruptedException {
        slots(
                        context -> {
                            context.log("a line");
                            return null;
                        },
                        record -> {
                            throw new IllegalStateException("no room");
                        })
                .start(attempt);
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
    }

    @Test
    void threadWhoseHandlerHasReturnedRunsTheNextAttemptItself() throws InterruptedException {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        ready.add(second);
        ready.add(third);
        slots(context -> {
                    ran.add(context.task().taskId() + " on "
                            + Thread.currentThread().getId());
                    return null;
                })
                .start(attempt);
        foundNothing.acquire();
        assertThat(returned).hasSize(3).allMatch(ending -> ending.status() == ResultStatus.SUCCEEDED);
        String thread = Objects.requireNonNull(ran.peek()).substring("a on ".length());
        assertThat(ran).containsExactly("a on " + thread, "b on " + thread, "c on " + thread);
        assertThat(asked).hasValue(3);
    }

    @Test
    void attemptsThatFailOrFindNoHandlerKeepNoneOfThoseBehindThem() throws InterruptedException {
        Attempt unknown = new Attempt(
                new Subject(
                        key("u"), task("u").withWork(Work.of("unknown", RawJson.NULL)), new TaskPosition(NORMAL, 0, 1)),
                second.place(),
                new Attempt.Window(NOW, NOW, NOW.plusSeconds(1_000)),
                new Attempt.Arrived(true, false, 0));
        unknown.start(at(NOW));
        ready.add(unknown);
        ready.add(third);
        slots(context -> {
                    if (context.task().taskId().equals("a")) {
                        throw new StackOverflowError();
                    }
                    return null;
                })
                .start(attempt);
        foundNothing.acquire();
        assertThat(returned)
                .extracting(ending -> String.valueOf(ending.code()))
                .containsExactly(ErrorCode.HANDLER_FAILED.name(), ErrorCode.UNKNOWN_TYPE.name(), "null");
    }

    @Test
    void runningHandlerIsInterrupted() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        Slots slots = slots(context -> {
            runs.countDown();
            new CountDownLatch(1).await();
            return null;
        });
        slots.start(attempt);
        runs.await();
        new AttemptInterrupts(threads).accept(attempt);
        assertThat(ending().message()).contains("InterruptedException");
        assertThat(attempt.signal().isRaised()).isTrue();
    }

    @Test
    void interruptThatAHandlerIgnoredDoesNotReachTheNextAttempt() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        BlockingQueue<String> interrupted = new LinkedBlockingQueue<>();
        ready.add(second);
        Slots slots = slots(context -> {
            if (context.task().taskId().equals("a")) {
                runs.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            interrupted.add(
                    context.task().taskId() + " " + Thread.currentThread().isInterrupted());
            return null;
        });
        slots.start(attempt);
        runs.await();
        new AttemptInterrupts(threads).accept(attempt);
        foundNothing.acquire();
        assertThat(interrupted).containsExactly("a true", "b false");
        assertThat(returned).hasSize(2).allMatch(ending -> ending.status() == ResultStatus.SUCCEEDED);
    }

    @Test
    void interruptThatComesTooLateDoesNotReachTheNextAttempt() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ready.add(second);
        Slots slots = slots(context -> {
            if (context.task().taskId().equals("b")) {
                runs.countDown();
                goOn.await();
                return Thread.currentThread().isInterrupted();
            }
            return null;
        });
        slots.start(attempt);
        runs.await();
        Objects.requireNonNull(attempt.run()).interrupt();
        goOn.countDown();
        foundNothing.acquire();
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
        AttemptEnding ofSecond = ending();
        assertThat(ofSecond.status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(ofSecond.data()).hasToString("false");
    }

    @Test
    void attemptThatIsOverBeforeItsThreadHasItIsNotCalled() throws InterruptedException {
        BlockingQueue<String> called = new LinkedBlockingQueue<>();
        second.signal().raise();
        ready.add(second);
        ready.add(third);
        slots(context -> {
                    called.add(context.task().taskId());
                    return null;
                })
                .start(attempt);
        foundNothing.acquire();
        assertThat(called).containsExactly("a", "c");
        assertThat(returned).as("each return is reported").hasSize(3);
    }

    @Test
    void handlerThatEndsLaterLetsItsThreadGoOnAndIsFollowedByAnotherAttempt() throws InterruptedException {
        CompletableFuture<RawJson> later = new CompletableFuture<>();
        BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
        HandlerRegistry handlers = HandlerRegistry.none().withAsync("code", context -> {
            ran.add(Thread.currentThread());
            return context.task().taskId().equals("a") ? later : CompletableFuture.completedFuture(null);
        });
        ready.add(second);
        slots(handlers, announced::add, new Chain()).start(attempt);
        foundNothing.acquire();
        assertThat(returned).as("the second").hasSize(1);
        ready.add(third);
        later.complete(RawJson.parse("7"));
        foundNothing.acquire();
        assertThat(returned).hasSize(3);
        assertThat(ran)
                .as("the thread that ends a handler runs no other")
                .hasSize(3)
                .doesNotContain(Thread.currentThread());
        assertThat(ending().data()).isNull();
        assertThat(ending().data()).hasToString("7");
        // After b, c and a, and once on the first thread.
        assertThat(asked).hasValue(4);
    }

    @Test
    void handlerThatEndsLaterWithAFailureIsFollowedByAnotherAttemptToo() throws InterruptedException {
        CompletableFuture<RawJson> later = new CompletableFuture<>();
        HandlerRegistry handlers = HandlerRegistry.none()
                .withAsync(
                        "code",
                        context ->
                                context.task().taskId().equals("a") ? later : CompletableFuture.completedFuture(null));
        slots(handlers, announced::add, new Chain()).start(attempt);
        foundNothing.acquire();
        ready.add(second);
        later.completeExceptionally(new TaskFailure("NO", "no", true));
        foundNothing.acquire();
        assertThat(ending().code()).isEqualTo("NO");
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
    }

    /** Slots and scheduler together, with handlers of all kinds: each attempt ends once, on few threads at a time. */
    @Test
    void everyAttemptIsRunOnceWhileThreadsAndTicksTakeThem() throws InterruptedException {
        int attempts = 3_000;
        int concurrency = 4;
        StartGate open = new StartGate(true, true);
        ConcurrentMap<String, Integer> runs = new ConcurrentHashMap<>();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(attempts);
        HandlerRegistry handlers = HandlerRegistry.none().withAsync("code", context -> {
            runs.merge(context.task().taskId(), 1, Integer::sum);
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            return context.task().taskId().hashCode() % 3 == 0
                    ? CompletableFuture.supplyAsync(() -> RawJson.NULL, threads)
                    : CompletableFuture.completedFuture(null);
        });
        AttemptScheduler scheduler =
                new AttemptScheduler(concurrency, new AttemptInterrupts(threads), AttemptSchedulerTest.IGNORED);
        Slots slots = slots(handlers, announced::add, new Slots.Chain() {
            @Override
            public void returned(Attempt one, AttemptEnding ending) {
                running.decrementAndGet();
                if (scheduler.returned(one, ending, at(NOW))) {
                    scheduler.reported();
                    ended.countDown();
                }
            }

            @Override
            public @Nullable Attempt next() {
                return scheduler.next(open, at(NOW));
            }
        });
        for (int i = 0; i < attempts; i++) {
            scheduler.take(attempt("t" + i), open, NOW);
            scheduler.tick(open, at(NOW), slots::start);
        }
        ended.await();
        assertThat(runs).hasSize(attempts).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
        assertThat(most.get()).isLessThanOrEqualTo(concurrency);
        assertThat(scheduler.unfinished()).isZero();
        assertThat(scheduler.leaked()).isZero();
    }
}
