package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.LogLines;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.worker.handler.Handlers;
import dev.carillon.worker.handler.TaskHandler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.Place;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.presence.Announcements;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports;
import dev.carillon.worker.report.Reports.Subject;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.Outgoing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SlotsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Ending> returned = new LinkedBlockingQueue<>();
    private final List<Outgoing> announced = new ArrayList<>();
    private final Attempt attempt = new Attempt(
            new Subject(key("a"), task("a"), new TaskPosition(NORMAL, 0, 1)),
            new Place(new PartitionProgress(new InputPartition(NORMAL, 0), Point.untouched(0)), 0),
            new Attempt.Window(NOW, NOW, NOW.plusSeconds(1_000)),
            false);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private Slots slots(TaskHandler handler, Announcements announcements) {
        Reports reports = new Reports(NAMES, 4, new WorkerRef("w", "i"));
        ManualClock clock = new ManualClock(NOW);
        return new Slots(
                Handlers.none().with("code", handler),
                threads,
                one -> new AttemptContext(one, announcements, reports, clock),
                (one, ending) -> returned.add(ending));
    }

    private Ending ending() throws InterruptedException {
        return Objects.requireNonNull(returned.poll(20, TimeUnit.SECONDS), "the handler's end was not heard");
    }

    @Test
    void linesCanBeFollowedWhileTheAttemptRuns() throws InterruptedException {
        CountDownLatch said = new CountDownLatch(1);
        CountDownLatch heard = new CountDownLatch(1);
        BlockingQueue<Outgoing> sent = new LinkedBlockingQueue<>();
        Slots slots = slots(
                context -> {
                    context.log("first");
                    context.log("second");
                    said.countDown();
                    heard.await();
                    context.log("third");
                    return null;
                },
                sent::add);
        slots.start(attempt);
        said.await();
        slots.sendNewLines();
        assertThat(lines(sent)).containsExactly("first", "second");
        slots.sendNewLines();
        assertThat(sent).as("nothing new, nothing sent").isEmpty();
        heard.countDown();
        assertThat(ending().status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(lines(sent)).containsExactly("third");
    }

    private static List<String> lines(BlockingQueue<Outgoing> sent) {
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
        for (Outgoing record : announced) {
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
                            announced.add(new Outgoing("called", null, null, null, List.of()));
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
}
