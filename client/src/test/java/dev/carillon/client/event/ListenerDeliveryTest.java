package dev.carillon.client.event;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.MemoryCluster;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a listener gets while it or its surroundings misbehave. */
@Timeout(30)
final class ListenerDeliveryTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;
    private final BlockingQueue<CarillonEvent> events = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private static ExecutionKey key(String taskId) {
        return ExecutionKey.parse(taskId + ":2026-11-18T05:00:00Z");
    }

    private @Nullable CarillonEvent next() throws InterruptedException {
        return events.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private @Nullable String nextSubject() throws InterruptedException {
        CarillonEvent event = next();
        return event == null ? null : event.subject();
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("not today"),
                new AssertionError("wrong"),
                new NoClassDefFoundError("com/example/Missing"),
                new StackOverflowError(),
                new IOException("thrown by a listener in another language"),
                new InterruptedException("or in code that hides what it throws"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwHidden(Throwable failure) throws E {
        throw (E) failure;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whateverAListenerThrowsItGetsTheEventsBehind(Throwable failure) throws InterruptedException {
        CountDownLatch allAreThere = new CountDownLatch(1);
        Subscription subscription = client.on(EventType.COMPLETED, one -> {
            events.add(one);
            awaitQuietly(allAreThere);
            ListenerDeliveryTest.<RuntimeException>throwHidden(failure);
        });
        cluster.outcome(key("first"));
        // While the first is delivered two more arrive, which are then read together.
        cluster.outcome(key("second"));
        cluster.outcome(key("third"));
        allAreThere.countDown();
        assertThat(Stream.of(next(), next(), next()))
                .doesNotContainNull()
                .map(CarillonEvent::subject)
                .containsExactlyInAnyOrder(
                        key("first").toString(),
                        key("second").toString(),
                        key("third").toString());
        Eventually.that("all failures are counted", SOON, () -> subscription.failed() == 3);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSlowListenerDelaysOnlyItself() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        Subscription slow = client.on(EventType.COMPLETED, one -> awaitQuietly(goOn));
        client.on(EventType.COMPLETED, events::add);
        for (String task : List.of("a", "b", "c")) {
            cluster.outcome(key(task));
            assertThat(nextSubject()).isEqualTo(key(task).toString());
        }
        assertThat(slow.delivered()).isLessThanOrEqualTo(1);
        goOn.countDown();
        Eventually.that("the slow one has caught up", SOON, () -> slow.delivered() == 3);
    }

    @Test
    void aListenerMaySubmitAndAwaitWithTheClientThatCallsIt() throws InterruptedException {
        BlockingQueue<ExecutionKey> followers = new LinkedBlockingQueue<>();
        client.on(EventType.COMPLETED, one -> {
            if (followers.isEmpty()) {
                ExecutionKey next = client.submit(Submission.of("ring"));
                cluster.outcome(next);
                followers.add(client.await(next, SOON).key());
            }
        });
        cluster.outcome(key("first"));
        assertThat(followers.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aListenerThatClosesItsSubscriptionGetsNoFurtherEvent() throws InterruptedException {
        CompletableFuture<Subscription> own = new CompletableFuture<>();
        own.complete(client.on(EventType.COMPLETED, one -> {
            events.add(one);
            own.join().close();
        }));
        cluster.outcome(key("first"));
        assertThat(next()).isNotNull();
        Eventually.that("its reader has ended", SOON, () -> cluster.log().openFeeds() == 0);
        cluster.outcome(key("second"));
        assertThat(events).isEmpty();
    }

    @Test
    void theSetOfTypesIsTheOneAtTheSubscription() throws InterruptedException {
        Set<EventType> types = EnumSet.of(EventType.COMPLETED);
        client.on(types, events::add);
        types.add(EventType.FAILED);
        types.remove(EventType.COMPLETED);
        cluster.outcome(key("failed"), OutcomeStatus.FAILED);
        cluster.outcome(key("completed"));
        assertThat(nextSubject()).isEqualTo(key("completed").toString());
        assertThat(events).isEmpty();
    }

    /** The loop looks for new queues when its clock has moved on by more than ten seconds. */
    @Test
    void tasksOfAQueueThatWasCreatedLaterAreDeliveredFromTheFirstOn() throws InterruptedException {
        client.on(EventType.SUBMITTED, events::add);
        client.submit(Submission.of("ring"));
        assertThat(next()).isNotNull();
        NAMES.ofQueue("mail").forEach(topic -> cluster.log().create(topic, 3));
        ExecutionKey first = client.submit(Submission.of("ring").queue("mail"));
        cluster.clock().advance(Duration.ofSeconds(11));
        assertThat(nextSubject()).isEqualTo(first.toString());
        ExecutionKey later = client.submit(Submission.of("ring"));
        assertThat(nextSubject()).isEqualTo(later.toString());
        assertThat(events).isEmpty();
    }

    @Test
    void recordsThatCannotBeReadAreCountedAndPassed() throws InterruptedException {
        Subscription subscription = client.on(EnumSet.of(EventType.SUBMITTED, EventType.DEAD), events::add);
        String lane = NAMES.tasks("default", Priority.LOW);
        cluster.put(lane, key("bell"), new byte[] {'{', '}'}, Map.of());
        cluster.put(lane, key("bell"), new byte[0], Map.of());
        Task task = Task.first(key("bell"), Origin.SUBMITTED, Work.of("ring", RawJson.NULL));
        cluster.put(lane, key("bell"), Kind.TASK.encode(task), Map.of());
        assertThat(nextSubject()).isEqualTo(key("bell").toString());
        assertThat(subscription.unreadable()).isEqualTo(2);
        assertThat(subscription.failed()).isZero();
    }

    @Test
    void withoutTopicsSubscribingIsRefusedAndNothingStaysOpen() {
        NAMES.ofQueue("default").forEach(cluster.log()::deleteTopic);
        for (String topic : List.of(NAMES.outcomes(), NAMES.delayed())) {
            cluster.log().deleteTopic(topic);
        }
        int open = cluster.log().openFeeds();
        assertThatThrownBy(() -> client.on(EventType.COMPLETED, events::add))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_SUCH_TOPICS))
                .hasMessageContaining("carillon topics create");
        assertThat(cluster.log().openFeeds()).isEqualTo(open);
    }

    @Test
    void aClosedClientDeliversNothingAndTakesNoListener() {
        client.on(EventType.COMPLETED, events::add);
        client.close();
        assertThat(cluster.log().openFeeds()).isZero();
        cluster.outcome(key("late"));
        assertThat(events).isEmpty();
        assertThatThrownBy(() -> client.on(EventType.COMPLETED, events::add))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.CLOSED));
    }

    /** Closing waits for the listener, so the listener must not wait for the end of closing. */
    @Test
    void aListenerThatSubscribesWhileTheClientIsClosedIsRefusedAtOnce() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> refusedAtOnce = new CompletableFuture<>();
        client.on(EventType.COMPLETED, one -> {
            called.countDown();
            Eventually.that("the client is closed", SOON, this::isClosed);
            assertThatThrownBy(() -> client.on(EventType.FAILED, events::add)).isInstanceOf(ClientException.class);
            client.close();
            refusedAtOnce.complete(true);
            awaitQuietly(goOn);
        });
        cluster.outcome(key("first"));
        called.await();
        Thread closing = Threads.named("closing", client::close);
        closing.start();
        assertThat(refusedAtOnce).succeedsWithin(SOON);
        assertThat(closing.isAlive()).as("still waiting for the listener").isTrue();
        goOn.countDown();
        closing.join();
    }

    private boolean isClosed() {
        try {
            client.outcome(key("first")).cancel(false);
            return false;
        } catch (ClientException e) {
            return e.problem() == ClientProblem.CLOSED;
        }
    }

    @Test
    void aListenerMayCloseTheClient() throws InterruptedException {
        client.on(EventType.COMPLETED, one -> {
            client.close();
            events.add(one);
        });
        cluster.outcome(key("first"));
        assertThat(next()).isNotNull();
        Eventually.that("its reader has ended", SOON, () -> cluster.log().openFeeds() == 0);
        assertThatThrownBy(() -> client.submit(Submission.of("ring"))).hasMessageContaining("closed");
    }
}
