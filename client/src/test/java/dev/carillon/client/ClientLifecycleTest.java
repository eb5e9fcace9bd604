package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.schedule.ApplyResult.Change.CREATED;
import static dev.carillon.client.schedule.ApplyResult.Change.UNCHANGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One client in many threads, and from its first connection to its end. */
@Timeout(30)
final class ClientLifecycleTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Submission RING = Submission.of("ring").taskId("bell");
    private static final ExecutionKey KEY = ExecutionKey.parse("bell:2026-11-18T05:00:00Z");
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;
    private final ExecutorService callers = Executors.newFixedThreadPool(8, Threads.factory("caller"));

    @AfterEach
    void close() {
        callers.shutdownNow();
        cluster.close();
    }

    private static Schedule schedule(String taskId) {
        return Schedule.of(taskId, FiringRule.every(Duration.ofHours(1)), Work.of("ring", RawJson.NULL));
    }

    /** What a program can ask of a client. */
    private record Call(String name, java.util.function.Consumer<CarillonClient> made) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Call> calls() {
        return Stream.of(
                new Call("submit", client -> client.submit(RING)),
                new Call("submitSoon", client -> assertThat(client.submitSoon(RING))
                        .isNull()),
                new Call("submitAll", client -> client.submitAll(List.of())),
                new Call("apply", client -> client.apply(schedule("bell"))),
                new Call("applyAll", client -> client.applyAll(List.of())),
                new Call("delete", client -> client.delete("bell")),
                new Call("pause", client -> client.pause("bell", null)),
                new Call("runNow", client -> client.runNow("bell")),
                new Call("cancel", client -> client.cancel(KEY, null)),
                new Call("deleteCalendar", client -> client.deleteCalendar("work")),
                new Call("outcome", client -> assertThat(client.outcome(KEY)).isNull()),
                new Call("await", client -> client.await(KEY, SOON)),
                new Call("awaitAll", client -> client.awaitAll(List.of(KEY), SOON)),
                new Call("status", client -> client.status(KEY)),
                new Call("on", client -> client.on(EventType.DEAD, event -> {})));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aClosedClientRefusesEachCallUnderOneCode(Call call) {
        client.apply(schedule("bell"));
        client.close();
        assertThatThrownBy(() -> call.made().accept(client))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.CLOSED))
                .hasMessageContaining("connect a new one");
    }

    @Test
    void eachConnectionIsOpenedAtItsFirstUseAndClosedWithTheClient() {
        AtomicInteger closed = new AtomicInteger();
        cluster.log.whenClosed(closed::incrementAndGet);
        assertThat(cluster.opened()).isEqualTo(1);
        client.submit(RING);
        client.apply(schedule("bell"));
        assertThat(cluster.opened()).isEqualTo(1);
        assertThat(client.outcome(KEY)).isNotDone();
        assertThat(client.outcome(KEY)).isNotDone();
        assertThat(cluster.opened()).isEqualTo(2);
        client.on(EventType.COMPLETED, event -> {});
        client.on(EventType.FAILED, event -> {}).close();
        assertThat(cluster.opened()).isEqualTo(4);
        client.close();
        client.close();
        assertThat(closed).hasValue(4);
    }

    @Test
    void manyThreadsSubmitAtOnceAndNoKeyIsGivenTwice() {
        List<CompletableFuture<List<ExecutionKey>>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            boolean bulk = i % 2 == 0;
            calls.add(CompletableFuture.supplyAsync(
                    () -> {
                        List<Submission> works = java.util.Collections.nCopies(250, RING);
                        return bulk
                                ? client.submitAll(works)
                                : works.stream().map(client::submit).toList();
                    },
                    callers));
        }
        List<ExecutionKey> keys =
                calls.stream().flatMap(call -> call.join().stream()).toList();
        assertThat(keys).hasSize(4_000).doesNotHaveDuplicates();
        assertThat(cluster.log.all(LANE))
                .extracting(record -> ExecutionKey.parse(record.keyText()))
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void ofManyThreadsThatApplyOneDefinitionOneCreatesIt() {
        List<CompletableFuture<ApplyResult>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> client.apply(schedule("bell")), callers));
        }
        assertThat(calls.stream().map(call -> call.join().change()))
                .containsExactlyInAnyOrder(
                        CREATED, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED);
        assertThat(cluster.log.all(NAMES.schedules())).hasSize(1);
    }

    @Test
    void anInterruptedThreadGetsACancellationAndMayCallAgain() {
        HeldSends held = new HeldSends(cluster.log);
        Thread.currentThread().interrupt();
        // Looks the queue up first, on another thread.
        assertThatThrownBy(() -> client.submit(RING)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        CompletableFuture<ExecutionKey> soon = client.submitSoon(RING);
        assertThat(soon).isNotDone();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> client.submit(RING)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        held.writeRest();
        assertThat(soon).isCompleted();
    }

    @Test
    void aFailedSendFailsItsOwnSubmissionOnly() {
        HeldSends held = new HeldSends(cluster.log);
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        CompletableFuture<ExecutionKey> first = client.submitSoon(RING);
        CompletableFuture<ExecutionKey> second = client.submitSoon(RING);
        CompletableFuture<ExecutionKey> third = CompletableFuture.supplyAsync(() -> client.submit(RING), callers);
        dev.carillon.kit.time.Eventually.that("all are sent", SOON, () -> held.count() == 3);
        held.refuse(0, lost);
        held.write(1);
        held.refuse(2, lost);
        assertThat(first).failsWithin(SOON).withThrowableThat().withCause(lost);
        assertThat(second).isCompleted();
        assertThat(third).failsWithin(SOON).withThrowableThat().withCause(lost);
    }

    @Test
    void farWorkOfAnUnknownQueueIsRefusedAtTheDoorWithTheQueueThatIsMeant() {
        NAMES.ofQueue("mail").forEach(topic -> cluster.log.create(topic, 3));
        Submission far = RING.queue("mial").after(Duration.ofDays(1));
        assertThatThrownBy(() -> client.submit(far))
                .isInstanceOfSatisfying(ContractException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(ErrorCode.UNKNOWN_QUEUE))
                .hasMessageContaining("did you mean mail?");
        assertThat(cluster.log.all(NAMES.delayed())).isEmpty();
        client.submit(far.queue("mail"));
        assertThat(cluster.log.all(NAMES.delayed())).hasSize(1);
    }

    @Test
    void aQueueThatWasRefusedIsLookedUpAgain() {
        assertThatThrownBy(() -> client.submit(RING.queue("mail"))).isInstanceOf(ContractException.class);
        NAMES.ofQueue("mail").forEach(topic -> cluster.log.create(topic, 3));
        client.submit(RING.queue("mail"));
        assertThat(cluster.log.all(NAMES.tasks("mail", Priority.NORMAL))).hasSize(1);
    }

    @Test
    void whatIsPausedOrRunMustExistAndMustBeReadable() {
        cluster.log.put(TestRecords.outgoing(NAMES.schedules(), 0, "horn", TestRecords.bytes("rubbish")));
        for (String taskId : List.of("bell", "horn")) {
            for (Call call : List.of(
                    new Call("pause", open -> open.pause(taskId, null)),
                    new Call("resume", open -> open.resume(taskId)),
                    new Call("run", open -> open.runNow(taskId)),
                    new Call("skip", open -> open.skipNext(taskId, null)))) {
                assertThatThrownBy(() -> call.made().accept(client))
                        .as("%s %s", call, taskId)
                        .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                                .isEqualTo(ClientProblem.NO_SUCH_SCHEDULE));
            }
        }
        assertThat(cluster.log.all(NAMES.control())).isEmpty();
        client.delete("bell");
        client.delete("horn");
        assertThat(cluster.log.all(NAMES.schedules())).hasSize(2);
    }

    @Test
    void aCalendarThatReplacesAnotherNamesItInTheAudit() {
        client.apply(new Calendar("work", null, List.of(), List.of("2026-12-25"), List.of(), Map.of()));
        client.apply(new Calendar("work", "Europe/Berlin", List.of(), List.of(), List.of("mon-fri"), Map.of()));
        assertThat(cluster.log.all(NAMES.audit()))
                .extracting(record -> new String(record.value(), java.nio.charset.StandardCharsets.UTF_8))
                .anySatisfy(entry -> assertThat(entry).contains("2026-12-25", "Europe/Berlin"));
    }
}
