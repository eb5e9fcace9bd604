package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CarillonClientTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Submission RING = Submission.of("ring").taskId("bell");

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void submittedWorkLiesAtItsHomeUnderAFreshKeyThatIsNoTick() {
        ExecutionKey key = client.submit(RING.payload("{\"n\":1}").priority(Priority.HIGH));
        ReceivedRecord sent = only(NAMES.tasks("default", Priority.HIGH));
        assertThat(sent.keyText()).isEqualTo(key.toString());
        assertThat(sent.partition()).isEqualTo(key.home(MemoryCluster.PARTITIONS));
        assertThat(key.execTime().instant().getNano()).isNotZero();
        Task task = sent.read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(task.work().payload()).isEqualTo(RawJson.parse("{\"n\":1}"));
        assertThat(client.submit(RING)).isNotEqualTo(key);
    }

    @Test
    void chosenKeyIsKept() {
        String chosen = "invoice-4711:2026-11-18T00:00:00Z";
        assertThat(client.submit(Submission.of("ring").key(chosen))).hasToString(chosen);
        assertThat(client.submit(Submission.of("ring").key(chosen))).hasToString(chosen);
    }

    @Test
    void farWorkRestsInDelayed() {
        client.submit(RING.after(Duration.ofSeconds(59)));
        client.submit(RING.after(Duration.ofMinutes(10)));
        assertThat(only(NAMES.tasks("default", Priority.NORMAL)).headers().texts())
                .containsKey("not-before");
        Task far = only(NAMES.delayed()).read(Kind.TASK::ifReadable).orElseThrow();
        assertThat(far.notBefore()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void whatBreaksTheContractIsRefusedAtTheDoorAndNotSent() {
        refused(RING.payload('"' + "x".repeat(300_000) + '"'), ErrorCode.PAYLOAD_TOO_LARGE, "262144");
        refused(RING.queue("mail"), ErrorCode.UNKNOWN_QUEUE, "carillon topics create --queue mail");
        refused(RING.retries(100_000), ErrorCode.OUT_OF_RANGE, "retry.maxRetries");
        refused(RING.timeout(Duration.ofDays(30)), ErrorCode.OUT_OF_RANGE, "timeout");
        refused(RING.deadline(NOW.plus(Duration.ofDays(30))), ErrorCode.OUT_OF_RANGE, "deadline");
        assertThatThrownBy(() -> RING.taskId("a b")).isInstanceOf(ContractException.class);
        assertThatThrownBy(() -> RING.payload("{")).isInstanceOf(ContractException.class);
        assertThatThrownBy(() -> RING.key("a:2026-11-18T06:00:00Z~default.normal-3-17"))
                .isInstanceOf(ContractException.class);
        assertThat(cluster.log.all(NAMES.tasks("default", Priority.NORMAL))).isEmpty();
    }

    private void refused(Submission work, ErrorCode code, String message) {
        refused(() -> client.submit(work), code, message);
    }

    @Test
    void manyAreSentInOrderAndAwaitedInOnePass() {
        cluster.answering();
        List<Submission> works =
                IntStream.range(0, 500).mapToObj(n -> RING.taskId("bell-" + n)).toList();
        List<ExecutionKey> keys = client.submitAll(works);
        assertThat(keys)
                .extracting(ExecutionKey::taskId)
                .startsWith("bell-0", "bell-1")
                .endsWith("bell-499");
        Map<ExecutionKey, Outcome> outcomes = client.awaitAll(keys, SOON);
        assertThat(outcomes.keySet()).containsExactlyElementsOf(keys);
    }

    @Test
    void refusedOneOfManyStopsThoseBehindItAndNotThoseBeforeIt() {
        List<Submission> works = List.of(RING.taskId("first"), RING.queue("mail"), RING.taskId("third"));
        assertThatThrownBy(() -> client.submitAll(works)).hasMessageContaining("mail");
        assertThat(only(NAMES.tasks("default", Priority.NORMAL)).keyText()).startsWith("first:");
    }

    @Test
    void outcomeIsFoundWhetherItCameBeforeOrComesLater() {
        ExecutionKey before = client.submit(RING);
        cluster.outcome(before);
        assertThat(client.await(before, SOON).key()).isEqualTo(before);
        ExecutionKey later = client.submit(RING);
        CompletableFuture<Outcome> outcome = client.outcome(later);
        assertThat(outcome).isNotDone();
        cluster.outcome(later, OutcomeStatus.FAILED);
        assertThat(outcome).succeedsWithin(SOON).extracting(Outcome::status).isEqualTo(OutcomeStatus.FAILED);
        // The reader is past that outcome by now, and seeks back.
        assertThat(client.await(before, SOON).key()).isEqualTo(before);
    }

    @Test
    void outcomeOfAKeyInTheFutureIsFoundWhereverItLies() {
        ExecutionKey key = ExecutionKey.parse("bell:2027-01-01T00:00:00Z");
        cluster.outcome(key, OutcomeStatus.CANCELLED);
        cluster.clock.advance(Duration.ofHours(1));
        assertThat(client.await(key, SOON).status()).isEqualTo(OutcomeStatus.CANCELLED);
    }

    @Test
    void waitingTooLongIsReportedAndHoldsNothing() {
        ExecutionKey key = client.submit(RING);
        assertThatThrownBy(() -> client.await(key, Duration.ofMillis(20)))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_OUTCOME));
        assertThat(client.awaitAll(List.of(key), Duration.ofMillis(20))).isEmpty();
        cluster.outcome(key);
        assertThat(client.awaitAll(List.of(key), SOON)).containsOnlyKeys(key);
    }

    @Test
    void anUnreadableOutcomeFailsTheWaitingCall() {
        ExecutionKey key = client.submit(RING);
        CompletableFuture<Outcome> outcome = client.outcome(key);
        cluster.put(NAMES.outcomes(), key, new byte[] {'{'}, Map.of());
        assertThat(outcome).failsWithin(SOON).withThrowableThat().withMessageContaining("JSON");
    }

    @Test
    void closingEndsAllWaitingAndRefusesWhatComesAfter() {
        CompletableFuture<Outcome> outcome = client.outcome(client.submit(RING));
        client.close();
        client.close();
        assertThat(outcome).failsWithin(SOON).withThrowableThat().withMessageContaining("closed");
        assertThatThrownBy(() -> client.cancel(ExecutionKey.parse("a:2026-11-18T06:00:00Z"), null))
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> client.outcome(ExecutionKey.parse("a:2026-11-18T06:00:00Z")))
                .hasMessageContaining("closed");
    }

    @Test
    void cancelIsACommandUnderTheExecutionsKey() {
        ExecutionKey key = ExecutionKey.parse("report:2026-11-18T06:00:00Z");
        client.cancel(key, "not needed");
        Command command = only(NAMES.control()).read(Kind.COMMAND::ifReadable).orElseThrow();
        assertThat(command.command()).isEqualTo(CommandKind.CANCEL);
        assertThat(command.reason()).isEqualTo("not needed");
    }

    @Test
    void scheduleIsAppliedPausedResumedRunAndDeleted() {
        Schedule nightly = Schedule.of("nightly", FiringRule.cron("0 2 * * *", null), Work.of("ring", RawJson.NULL));
        client.apply(nightly);
        client.pause("nightly", "holiday");
        assertThat(newest().pausedReason()).isEqualTo("holiday");
        assertThat(newest().enabled()).isFalse();
        client.resume("nightly");
        assertThat(newest().enabled()).isTrue();
        ExecutionKey run = client.runNow("nightly");
        assertThat(only(NAMES.control())
                        .read(Kind.COMMAND::ifReadable)
                        .orElseThrow()
                        .execTime())
                .isEqualTo(run.execTime());
        assertThat(run.execTime().isFresh()).isTrue();
        client.delete("nightly");
        assertThat(last(NAMES.schedules()).value()).isNull();
        assertThatThrownBy(() -> client.runNow("nightly")).hasMessageContaining("nightly");
    }

    @Test
    void nextTickIsSkippedAndPastOnesAreMadeUpForByCommands() {
        client.apply(Schedule.of("nightly", FiringRule.cron("0 2 * * *", null), Work.of("ring", RawJson.NULL)));
        client.skipNext("nightly", "holiday");
        assertThat(asked().command()).isEqualTo(CommandKind.SKIP_NEXT);
        assertThat(asked().reason()).isEqualTo("holiday");
        Instant from = NOW.minus(Duration.ofDays(3));
        Instant to = NOW.minus(Duration.ofDays(1));
        client.backfill("nightly", from, to, 2L);
        assertThat(asked()).isEqualTo(asked().withRange(from, to, 2L));
        assertThat(asked().command()).isEqualTo(CommandKind.BACKFILL);
        client.cancelBackfill("nightly");
        assertThat(asked().command()).isEqualTo(CommandKind.CANCEL_BACKFILL);
        assertThat(asked().by()).isEqualTo("client");
    }

    @Test
    void commandsThatCannotBeMeantAreRefusedAndNotSent() {
        client.apply(Schedule.of("nightly", FiringRule.cron("0 2 * * *", null), Work.of("ring", RawJson.NULL)));
        Instant yesterday = NOW.minus(Duration.ofDays(1));
        Instant sixty = Instant.parse("1960-01-01T00:00:00Z");
        refused(() -> client.backfill("nightly", NOW, yesterday, null), ErrorCode.CONFLICTING_FIELDS, "swap them");
        refused(() -> client.backfill("nightly", yesterday, NOW, null), ErrorCode.OUT_OF_RANGE, "in the future");
        refused(() -> client.backfill("nightly", sixty, yesterday, null), ErrorCode.OUT_OF_RANGE, "before 1970");
        refused(() -> client.backfill("nightly", yesterday, second(), 1_001L), ErrorCode.OUT_OF_RANGE, "maxRunning");
        assertThatThrownBy(() -> client.skipNext("nihgtly", null)).hasMessageContaining("did you mean nightly?");
        assertThatThrownBy(() -> client.backfill("nihgtly", yesterday, second(), null))
                .hasMessageContaining("did you mean nightly?");
        assertThatThrownBy(() -> client.cancelBackfill("other")).hasMessageContaining("no schedule \"other\"");
        assertThat(cluster.log.all(NAMES.control())).isEmpty();
    }

    private static Instant second() {
        return Instant.ofEpochSecond(NOW.getEpochSecond());
    }

    private static void refused(ThrowingCallable asking, ErrorCode code, String message) {
        assertThatThrownBy(asking)
                .isInstanceOfSatisfying(ContractException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(code))
                .hasMessageContaining(message);
    }

    @Test
    void calendarIsAppliedAndDeletedWithAnEntryInTheAudit() {
        Calendar closed = new Calendar("closed", null, List.of(), List.of("2026-12-25"), List.of(), Map.of());
        client.apply(closed);
        assertThat(last(NAMES.calendars()).read(Kind.CALENDAR::ifReadable)).contains(closed);
        client.deleteCalendar("closed");
        assertThat(last(NAMES.calendars()).value()).isNull();
        client.deleteCalendar("closed");
        assertThat(cluster.log.all(NAMES.calendars())).hasSize(2);
        assertThat(cluster.log.all(NAMES.audit())).hasSize(2);
        refused(
                () -> client.apply(new Calendar("closed", "Mars/Base", List.of(), List.of(), List.of(), Map.of())),
                ErrorCode.BAD_ZONE,
                "Mars/Base");
    }

    private Command asked() {
        return last(NAMES.control()).read(Kind.COMMAND::ifReadable).orElseThrow();
    }

    private Schedule newest() {
        return last(NAMES.schedules()).read(Kind.SCHEDULE::ifReadable).orElseThrow();
    }

    private ReceivedRecord last(String topic) {
        List<ReceivedRecord> all = cluster.log.all(topic);
        return all.get(all.size() - 1);
    }

    private ReceivedRecord only(String topic) {
        List<ReceivedRecord> all = cluster.log.all(topic);
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
