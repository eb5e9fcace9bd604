package dev.carillon.client.outcome;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.MemoryCluster;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class OutcomeWaitersTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final ExecutionKey BELL = ExecutionKey.parse("bell:2026-11-18T05:00:00Z");
    private static final ExecutionKey HORN = ExecutionKey.parse("horn:2026-11-18T05:00:00Z");

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;
    private final ExecutorService callers = Executors.newCachedThreadPool(Threads.factory("caller"));

    @AfterEach
    void close() {
        callers.shutdownNow();
        cluster.close();
    }

    private static List<ExecutionKey> keys(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> ExecutionKey.parse("bell-" + n + ":2026-11-18T05:00:00Z"))
                .toList();
    }

    @Test
    void anyNumberOfThreadsMayAwaitOneKey() {
        List<CompletableFuture<Outcome>> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(CompletableFuture.supplyAsync(() -> client.await(BELL, SOON), callers));
        }
        cluster.outcome(BELL);
        waits.forEach(wait -> assertThat(wait).succeedsWithin(SOON).matches(found -> found.key()
                .equals(BELL)));
    }

    @Test
    void aCancelledWaitLeavesTheOthersOfItsKeyWaiting() {
        CompletableFuture<Outcome> cancelled = client.outcome(BELL);
        CompletableFuture<Outcome> other = client.outcome(BELL);
        cancelled.cancel(true);
        cluster.outcome(BELL);
        assertThat(other).succeedsWithin(SOON);
        assertThat(cancelled).isCancelled();
    }

    @Test
    void outcomesThatLieBehindOneAnotherAreFoundInWhateverOrderTheyAreAwaited() {
        List<ExecutionKey> keys = keys(30);
        keys.forEach(cluster::outcome);
        for (int i = keys.size() - 1; i >= 0; i--) {
            assertThat(client.await(keys.get(i), SOON).key()).isEqualTo(keys.get(i));
        }
        assertThat(client.awaitAll(keys, SOON)).containsOnlyKeys(keys);
    }

    @Test
    void ofManyThoseThatHaveEndedAreGivenInTheOrderAskedFor() {
        List<ExecutionKey> keys = keys(6);
        for (int ended : new int[] {5, 1, 3}) {
            cluster.outcome(keys.get(ended));
        }
        List<ExecutionKey> asked = new ArrayList<>(keys);
        asked.addAll(keys);
        CompletableFuture<Outcome> last = client.outcome(keys.get(1));
        assertThat(last).succeedsWithin(SOON);
        Map<ExecutionKey, Outcome> found = client.awaitAll(asked, Duration.ofMillis(500));
        assertThat(found.keySet()).containsExactly(keys.get(1), keys.get(3), keys.get(5));
    }

    @Test
    void ofNoKeysThereAreNoOutcomesAndNoWaiting() {
        assertThat(client.awaitAll(List.of(), ChronoUnit.FOREVER.getDuration())).isEmpty();
    }

    @Test
    void aWaitMayLastForEver() {
        CompletableFuture<Outcome> wait =
                CompletableFuture.supplyAsync(() -> client.await(BELL, ChronoUnit.FOREVER.getDuration()), callers);
        cluster.outcome(BELL);
        assertThat(wait).succeedsWithin(SOON);
    }

    @Test
    void closingEndsTheWaitsOfOtherThreads() {
        CompletableFuture<Outcome> known = client.outcome(HORN);
        CompletableFuture<Outcome> one =
                CompletableFuture.supplyAsync(() -> client.await(BELL, ChronoUnit.FOREVER.getDuration()), callers);
        CompletableFuture<Map<ExecutionKey, Outcome>> many = CompletableFuture.supplyAsync(
                () -> client.awaitAll(keys(3), ChronoUnit.FOREVER.getDuration()), callers);
        client.close();
        for (CompletableFuture<?> wait : List.of(known, one, many)) {
            assertThat(wait).failsWithin(SOON).withThrowableThat().satisfies(failure -> assertThat(failure)
                    .hasRootCauseInstanceOf(ClientException.class)
                    .rootCause()
                    .hasMessageContaining("closed"));
        }
    }

    @Test
    void anInterruptedThreadStopsWaitingAndTheKeyIsForgotten() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> client.await(BELL, SOON)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        cluster.outcome(BELL);
        assertThat(client.await(BELL, SOON).key()).isEqualTo(BELL);
    }

    @Test
    void anUnreadableOutcomeOfOneKeyLeavesOthersWaiting() {
        CompletableFuture<Outcome> bell = client.outcome(BELL);
        CompletableFuture<Outcome> horn = client.outcome(HORN);
        cluster.put(NAMES.outcomes(), BELL, new byte[] {'['}, Map.of());
        assertThat(bell).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(ContractException.class);
        assertThat(horn).isNotDone();
        cluster.outcome(HORN, OutcomeStatus.EXPIRED);
        assertThat(horn).succeedsWithin(SOON).matches(found -> found.status() == OutcomeStatus.EXPIRED);
    }

    @Test
    void theFirstOfTwoOutcomesIsTheOneThatCounts() {
        cluster.outcome(BELL, OutcomeStatus.CANCELLED);
        cluster.outcome(BELL, OutcomeStatus.SUCCEEDED);
        assertThat(client.await(BELL, SOON).status()).isEqualTo(OutcomeStatus.CANCELLED);
    }

    @Test
    void anOutcomeBehindDeletedRecordsAndTransactionMarkersIsFound() {
        for (ExecutionKey key : keys(9)) {
            cluster.outcome(key);
        }
        int home = BELL.home(3);
        cluster.log().deleteBefore(NAMES.outcomes(), home, 2);
        cluster.log().putMarker(NAMES.outcomes(), home);
        cluster.outcome(BELL);
        cluster.log().putMarker(NAMES.outcomes(), home);
        assertThat(client.await(BELL, SOON).key()).isEqualTo(BELL);
    }

    /** The reader fails while the topic is missing, and has to seek back for keys that were added meanwhile. */
    @Test
    void waitsGoOnOnceTheTopicIsBack() {
        CompletableFuture<Outcome> before = client.outcome(HORN);
        cluster.log().deleteTopic(NAMES.outcomes());
        CompletableFuture<Outcome> meanwhile = client.outcome(BELL);
        cluster.log().create(NAMES.outcomes(), 3);
        cluster.outcome(BELL);
        cluster.outcome(HORN);
        assertThat(meanwhile).succeedsWithin(SOON);
        assertThat(before).succeedsWithin(SOON);
    }

    @Test
    void withoutTheTopicAwaitingIsRefusedAndLaterTriesAgain() {
        cluster.log().deleteTopic(NAMES.outcomes());
        assertThatThrownBy(() -> client.outcome(BELL))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_SUCH_TOPICS));
        cluster.log().create(NAMES.outcomes(), 3);
        cluster.outcome(BELL);
        assertThat(client.await(BELL, SOON).key()).isEqualTo(BELL);
    }

    @Test
    void afterARestInWhichNothingWasAwaitedOlderAndNewerOutcomesAreFound() {
        cluster.outcome(BELL);
        assertThat(client.await(BELL, SOON)).isNotNull();
        List<ExecutionKey> keys = keys(10);
        keys.subList(0, 5).forEach(cluster::outcome);
        CompletableFuture<Outcome> later = client.outcome(keys.get(7));
        keys.subList(5, 10).forEach(cluster::outcome);
        assertThat(later).succeedsWithin(SOON);
        assertThat(client.await(keys.get(2), SOON).key()).isEqualTo(keys.get(2));
    }
}
