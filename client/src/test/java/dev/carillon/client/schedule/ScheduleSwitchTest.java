package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.schedule.ScheduleTopics.schedule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ScheduleSwitch.Switched;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ScheduleSwitchTest {
    private final ScheduleTopics topics = new ScheduleTopics();
    private final ScheduleSwitch scheduleSwitch = new ScheduleSwitch(topics.log, NAMES, topics.clock, topics.trail);

    private void apply(Schedule... wanted) {
        var unused = topics.schedules.applyAll(List.of(wanted), topics.trail, howMany -> {});
        topics.clock.advance(Duration.ofMinutes(1));
    }

    private List<Switched> switchAll(boolean on, @Nullable String reason) {
        List<Switched> done = new ArrayList<>();
        scheduleSwitch.switchAll(topics.schedules.all().values(), on, reason, done::add);
        return done;
    }

    private Schedule stored(String taskId) {
        return topics.schedules.getReadable(taskId);
    }

    @Test
    void allArePausedForTheReasonAndResumedWithoutOne() {
        apply(schedule("a", ""), schedule("b", ",'payload':{'n':1}"));
        assertThat(switchAll(false, "größer als gedacht"))
                .containsExactly(new Switched("a", true, 2), new Switched("b", true, 3));
        assertThat(stored("b").enabled()).isFalse();
        assertThat(stored("b").pausedReason()).isEqualTo("größer als gedacht");
        assertThat(stored("b").createdAt()).isEqualTo(NOW);
        assertThat(stored("b").updatedAt()).isEqualTo(NOW.plus(Duration.ofMinutes(1)));
        assertThat(stored("b").work())
                .isEqualTo(schedule("b", ",'payload':{'n':1}").work());

        assertThat(switchAll(true, "the reason of a pause is none of a resumption"))
                .extracting(Switched::changed)
                .containsOnly(true);
        assertThat(stored("a").enabled()).isTrue();
        assertThat(stored("a").pausedReason()).isNull();
        assertThat(topics.actions())
                .containsExactlyInAnyOrder(
                        "apply-schedule",
                        "apply-schedule",
                        "pause-schedule",
                        "pause-schedule",
                        "resume-schedule",
                        "resume-schedule");
        assertThat(topics.entries())
                .filteredOn(entry -> entry.action().equals("resume-schedule"))
                .extracting(AuditEntry::reason)
                .containsOnlyNulls();
    }

    @Test
    void thoseThatNeedNoChangeAreReportedInTheirPlaceAndNotWritten() {
        apply(schedule("a", ""), schedule("b", ",'enabled':false"), schedule("c", ""));
        int before = topics.entries().size();
        assertThat(switchAll(false, null))
                .containsExactly(new Switched("a", true, 3), new Switched("b", false, 1), new Switched("c", true, 4));
        assertThat(topics.entries()).hasSize(before + 2);
        assertThat(switchAll(false, null)).extracting(Switched::changed).containsOnly(false);
        assertThat(topics.entries()).hasSize(before + 2);
    }

    /** The trigger may have paused such a schedule after failures, which its definition does not show. */
    @Test
    void resumingWritesAnEnabledScheduleThatFailuresCanPause() {
        apply(schedule("a", ""), schedule("b", ",'pauseAfterFailures':3"));
        assertThat(switchAll(true, null)).extracting(Switched::changed).containsExactly(false, true);
        assertThat(ScheduleSwitch.changes(schedule("b", ",'pauseAfterFailures':3"), false))
                .isTrue();
        assertThat(ScheduleSwitch.changes(schedule("b", ",'pauseAfterFailures':3,'enabled':false"), false))
                .isFalse();
    }

    @Test
    void entriesOfABatchAreWrittenBeforeItsDefinitionsAndABatchHasAThousand() {
        apply(IntStream.range(0, 2_100).mapToObj(n -> schedule("job-" + n, "")).toArray(Schedule[]::new));
        List<String> written = new ArrayList<>();
        topics.log.whenAppended(record -> {
            if (written.isEmpty() || !written.get(written.size() - 1).equals(record.topic())) {
                written.add(record.topic());
            }
        });
        assertThat(switchAll(false, "moving house")).hasSize(2_100).allMatch(Switched::changed);
        assertThat(written)
                .containsExactly(
                        NAMES.audit(),
                        NAMES.schedules(),
                        NAMES.audit(),
                        NAMES.schedules(),
                        NAMES.audit(),
                        NAMES.schedules());
        assertThat(topics.schedules.all().values())
                .allMatch(one -> !Objects.requireNonNull(one.schedule()).enabled());
    }

    @Test
    void batchesOfLargeDefinitionsAreSmaller() {
        String payload = ",'payload':'" + "x".repeat(250_000) + "'";
        apply(IntStream.range(0, 40)
                .mapToObj(n -> schedule("job-" + n, payload))
                .toArray(Schedule[]::new));
        List<Integer> doneBefore = new ArrayList<>();
        List<Switched> done = new ArrayList<>();
        topics.log.whenAppended(record -> doneBefore.add(done.size()));
        scheduleSwitch.switchAll(topics.schedules.all().values(), false, null, done::add);
        assertThat(done).hasSize(40);
        assertThat(doneBefore.get(doneBefore.size() - 1)).isBetween(10, 39);
    }

    @Test
    void ofTwoBatchesTheFirstStaysSwitchedIfTheSecondFails() {
        apply(IntStream.range(0, 1_500).mapToObj(n -> schedule("job-" + n, "")).toArray(Schedule[]::new));
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        List<Switched> done = new ArrayList<>();
        topics.log.sendBy(record -> done.isEmpty()
                ? CompletableFuture.completedFuture(topics.log.append(record))
                : CompletableFuture.failedFuture(lost));
        assertThatThrownBy(() -> scheduleSwitch.switchAll(topics.schedules.all().values(), false, null, done::add))
                .isSameAs(lost);
        assertThat(done).hasSize(1_000);
        assertThat(topics.schedules.all().values())
                .filteredOn(one -> !one.readable().enabled())
                .extracting(StoredSchedule::taskId)
                .containsExactlyInAnyOrderElementsOf(
                        done.stream().map(Switched::taskId).toList());
    }

    @Test
    void withoutTheAuditNothingIsSwitched() {
        apply(schedule("a", ""));
        topics.log.deleteTopic(NAMES.audit());
        assertThatThrownBy(() -> switchAll(false, null)).isInstanceOf(ClientException.class);
        assertThat(stored("a").enabled()).isTrue();
    }

    @Test
    void ofNoneNothingHappens() {
        assertThat(switchAll(false, "holiday")).isEmpty();
        assertThat(topics.entries()).isEmpty();
    }
}
