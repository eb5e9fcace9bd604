package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.schedule.ScheduleTopics.schedule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.HeldSends;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SchedulesTest {
    private final ScheduleTopics topics = new ScheduleTopics();
    private final Schedules schedules = topics.schedules;

    private List<ApplyResult> applyAll(List<Schedule> wanted) {
        return schedules.applyAll(wanted, topics.trail, howMany -> {});
    }

    private ApplyResult apply(Schedule wanted) {
        return schedules.apply(wanted, topics.trail);
    }

    private static List<Schedule> jobs(int count, String more) {
        return IntStream.range(0, count)
                .mapToObj(n -> schedule("job-" + n, more))
                .toList();
    }

    @Test
    void anEmptyTopicHasNoSchedules() {
        assertThat(schedules.all()).isEmpty();
        assertThat(schedules.find("bell")).isNull();
        assertThat(applyAll(List.of())).isEmpty();
        assertThatThrownBy(() -> schedules.get("bell"))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_SUCH_SCHEDULE))
                .hasMessageContaining("carillon schedule list");
    }

    @Test
    void aScheduleIsFoundUnderItsExactNameAndASimilarOneIsSuggested() {
        apply(schedule("nightly-report", ""));
        assertThat(schedules.get("nightly-report").version()).isZero();
        assertThat(schedules.find("Nightly-Report")).isNull();
        assertThatThrownBy(() -> schedules.get("nigthly-report")).hasMessageContaining("did you mean nightly-report?");
        assertThatThrownBy(() -> schedules.get("x\ny")).hasMessageNotContaining("\n");
    }

    @Test
    void aRecordThatCannotBeReadIsListedWithItsProblemAndCanBeReplacedOrDeleted() {
        apply(schedule("bell", ""));
        topics.put(NAMES.schedules(), "bell", "{'taskId':'bell','type':'ring','cron':17}");
        topics.put(NAMES.schedules(), "horn", "rubbish");
        StoredSchedule bell = schedules.get("bell");
        assertThat(bell.schedule()).isNull();
        assertThat(bell.problem()).contains("cron");
        assertThatThrownBy(() -> schedules.getReadable("bell"))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_SUCH_SCHEDULE))
                .hasMessageContaining("apply it again");

        assertThat(apply(schedule("bell", "")).change()).isEqualTo(Change.CHANGED);
        assertThat(schedules.getReadable("bell").createdAt()).isEqualTo(NOW);
        schedules.delete(schedules.get("horn"), topics.trail);
        assertThat(schedules.all().keySet()).containsExactly("bell");
        List<AuditEntry> entries = topics.entries();
        assertThat(entries)
                .filteredOn(entry -> entry.subject().equals("horn"))
                .extracting(AuditEntry::before)
                .containsOnlyNulls();
    }

    @Test
    void aScheduleThatWasDeletedAndAppliedAgainIsANewOne() {
        apply(schedule("bell", ""));
        long tombstone = schedules.delete(schedules.get("bell"), topics.trail);
        assertThat(tombstone).isEqualTo(1);
        topics.clock.advance(Duration.ofHours(1));
        ApplyResult again = apply(schedule("bell", ""));
        assertThat(again.change()).isEqualTo(Change.CREATED);
        assertThat(again.version()).isEqualTo(2);
        assertThat(again.schedule().createdAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void aPauseOutlivesTheScheduleThatIsChangedAndNotTheOneThatIsDeleted() {
        apply(schedule("bell", ",'enabled':false,'pausedReason':'holiday'"));
        assertThat(apply(schedule("bell", ",'payload':1")).schedule().pausedReason())
                .isEqualTo("holiday");
        schedules.delete(schedules.get("bell"), topics.trail);
        assertThat(apply(schedule("bell", ",'payload':1")).schedule().enabled()).isTrue();
    }

    @Test
    void creationStaysAndChangeMovesOnWithEachDefinition() {
        apply(schedule("bell", ",'createdAt':'2001-01-01T00:00:00Z','updatedAt':'2001-01-01T00:00:00Z'"));
        assertThat(schedules.getReadable("bell").createdAt()).isEqualTo(NOW);
        topics.clock.advance(Duration.ofHours(1));
        Schedule changed = apply(schedule("bell", ",'payload':1")).schedule();
        assertThat(changed.createdAt()).isEqualTo(NOW);
        assertThat(changed.updatedAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    /** A definition that only switches is still compared with the one before it in the same call. */
    @Test
    void definitionsOfOneScheduleInOneCallFollowEachOther() {
        List<ApplyResult> done = applyAll(List.of(
                schedule("bell", ""),
                schedule("horn", ""),
                schedule("bell", ",'enabled':false,'pausedReason':'broken'"),
                schedule("bell", ",'payload':2"),
                schedule("bell", ",'payload':2"),
                schedule("bell", ",'enabled':true,'payload':2")));
        assertThat(done)
                .extracting(ApplyResult::change)
                .containsExactly(
                        Change.CREATED,
                        Change.CREATED,
                        Change.CHANGED,
                        Change.CHANGED,
                        Change.UNCHANGED,
                        Change.CHANGED);
        assertThat(done)
                .extracting(one -> one.schedule().enabled())
                .containsExactly(true, true, false, false, false, true);
        assertThat(done).extracting(ApplyResult::version).containsExactly(0L, 1L, 2L, 3L, 3L, 4L);
        assertThat(topics.entries())
                .filteredOn(entry -> entry.subject().equals("bell"))
                .extracting(AuditEntry::action)
                .containsExactly("apply-schedule", "pause-schedule", "apply-schedule", "resume-schedule");
    }

    @Test
    void progressIsToldAfterEachBatchOfFiveThousand() {
        List<Integer> told = new ArrayList<>();
        List<ApplyResult> done = schedules.applyAll(jobs(5_100, ""), topics.trail, told::add);
        assertThat(told).containsExactly(5_000, 5_100);
        assertThat(done)
                .hasSize(5_100)
                .extracting(ApplyResult::version)
                .startsWith(0L, 1L)
                .endsWith(5_099L);
        told.clear();
        assertThat(schedules.applyAll(jobs(5_100, ""), topics.trail, told::add))
                .extracting(ApplyResult::change)
                .containsOnly(Change.UNCHANGED);
        assertThat(told).endsWith(5_100);
        assertThat(topics.log.all(NAMES.schedules())).hasSize(5_100);
    }

    @Test
    void nothingIsDefinedBeforeAllEntriesOfItsBatchAreSafe() {
        HeldSends held = new HeldSends(topics.log);
        List<Integer> sentAtFlush = new ArrayList<>();
        topics.log.whenFlushed(() -> {
            sentAtFlush.add(held.count());
            assertThat(topics.log.all(NAMES.schedules())).isEmpty();
            held.writeRest();
        });
        assertThat(applyAll(jobs(3, ""))).hasSize(3);
        assertThat(sentAtFlush).containsExactly(3, 6);
    }

    @Test
    void anEntryThatIsNotWrittenStopsTheDefinitionsOfItsBatch() {
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        HeldSends held = new HeldSends(topics.log);
        topics.log.whenFlushed(() -> {
            held.refuse(1, lost);
            held.writeRest();
        });
        assertThatThrownBy(() -> applyAll(jobs(3, ""))).isSameAs(lost);
        assertThat(held.count()).isEqualTo(3);
        assertThat(topics.log.all(NAMES.schedules())).isEmpty();
    }

    @Test
    void afterADefinitionThatWasNotWrittenARepeatedCallWritesOnlyThatOne() {
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        topics.log.sendBy(record -> new String(record.key(), java.nio.charset.StandardCharsets.UTF_8).equals("job-1")
                        && record.topic().equals(NAMES.schedules())
                ? CompletableFuture.failedFuture(lost)
                : CompletableFuture.completedFuture(topics.log.append(record)));
        assertThatThrownBy(() -> applyAll(jobs(3, ""))).isSameAs(lost);
        topics.log.sendBy(record -> CompletableFuture.completedFuture(topics.log.append(record)));
        assertThat(applyAll(jobs(3, "")))
                .extracting(ApplyResult::change)
                .containsExactly(Change.UNCHANGED, Change.CREATED, Change.UNCHANGED);
    }

    @Test
    void aPlanWritesNothingAndIsWhatApplyingDoes() {
        apply(schedule("same", ",'payload':{'a':1}"));
        apply(schedule("other", ""));
        apply(schedule("paused", ",'enabled':false,'pausedReason':'holiday'"));
        apply(schedule("broken", ""));
        topics.marked("broken", 4, ",'brokenCode':'UNKNOWN_QUEUE'");
        int written = topics.log.all(NAMES.schedules()).size();
        List<Schedule> wanted = List.of(
                schedule("same", ",'payload':{'a':1.0}"),
                schedule("other", ",'payload':2"),
                schedule("paused", ""),
                schedule("broken", ""),
                schedule("new", ""));
        ApplyPlan plan = schedules.plan();
        List<ApplyResult> planned = wanted.stream()
                .map(one -> plan.of(one, schedules.find(one.taskId())))
                .toList();
        assertThat(topics.log.all(NAMES.schedules())).hasSize(written);
        assertThat(planned)
                .extracting(ApplyResult::change)
                .containsExactly(Change.UNCHANGED, Change.CHANGED, Change.UNCHANGED, Change.CHANGED, Change.CREATED);
        assertThat(planned).extracting(ApplyResult::again).containsExactly(false, false, false, true, false);
        assertThat(planned.get(2).schedule().pausedReason()).isEqualTo("holiday");
        List<ApplyResult> done = applyAll(wanted);
        assertThat(done)
                .extracting(ApplyResult::change)
                .containsExactlyElementsOf(
                        planned.stream().map(ApplyResult::change).toList());
        assertThat(done).extracting(one -> one.schedule().enabled()).containsExactly(true, true, false, true, true);
    }

    @Test
    void writingWithoutAComparisonWritesAnEqualDefinitionToo() {
        StoredSchedule before = Objects.requireNonNull(applied(schedule("bell", "")));
        ApplyResult put = schedules.put(schedule("bell", ""), before, topics.trail);
        assertThat(put.change()).isEqualTo(Change.CHANGED);
        assertThat(put.version()).isEqualTo(1);
        assertThat(schedules.put(schedule("horn", ""), null, topics.trail).change())
                .isEqualTo(Change.CREATED);
    }

    private StoredSchedule applied(Schedule wanted) {
        apply(wanted);
        return schedules.get(wanted.taskId());
    }

    @Test
    void theWholeTopicIsReadThoughCompactionAndTransactionsLeftGaps() {
        for (int round = 0; round < 3; round++) {
            applyAll(jobs(40, ",'payload':" + round));
            topics.log.putMarker(NAMES.schedules(), 0);
        }
        topics.log.compact(NAMES.schedules(), 0);
        Schedules fresh = new Schedules(topics.log, NAMES, topics.clock);
        assertThat(fresh.all()).hasSize(40);
        List<Long> versions = new ArrayList<>(
                fresh.all().values().stream().map(StoredSchedule::version).toList());
        Collections.sort(versions);
        assertThat(versions).startsWith(82L, 83L).endsWith(121L);
        assertThat(applyAll(jobs(40, ",'payload':2")))
                .extracting(ApplyResult::change)
                .containsOnly(Change.UNCHANGED);
    }
}
