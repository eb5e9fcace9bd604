package dev.carillon.trigger.slice.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.trigger.slice.CountedDays;
import dev.carillon.trigger.slice.OwedTicks;
import dev.carillon.trigger.slice.Published;
import dev.carillon.trigger.slice.SimulatedCluster;
import dev.carillon.trigger.slice.TestSchedules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ticks that a calendar leaves out, from the open range in the marker to the record that they become. */
class LeftOutTicksTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    private void define(String taskId, String fields) {
        cluster.define(TestSchedules.of(taskId, fields));
    }

    /** Days that count, from now on: all, or none for long. */
    private void allDaysCount(boolean all) {
        List<String> exclude = all ? List.of() : List.of("2026-11-01..2026-12-31");
        cluster.define(new Calendar("days", "+00:00", List.of(), exclude, List.of(), Map.of()));
    }

    private void finish() {
        Set.copyOf(cluster.leader().states().keySet()).forEach(taskId -> cluster.define(taskId, null));
        cluster.run(Duration.ofSeconds(1));
        OwedTicks.assertEachDecidedOnce(cluster, "left out");
    }

    @Test
    void aBusyScheduleHasOneRecordAMinuteWhileItsCalendarLeavesItOut() {
        cluster.settle();
        allDaysCount(false);
        define("busy", "'every':'1s','calendar':'days'");
        cluster.settle();
        cluster.run(Duration.ofMinutes(5));
        long markers = cluster.committed.stream()
                .filter(plan -> !plan.markers().isEmpty())
                .count();

        assertThat(published.all())
                .containsExactly(
                        "busy skips 06:00:01-06:01:01 (61) CALENDAR",
                        "busy skips 06:01:02-06:02:02 (61) CALENDAR",
                        "busy skips 06:02:03-06:03:03 (61) CALENDAR",
                        "busy skips 06:03:04-06:04:04 (61) CALENDAR");
        assertThat(markers).as("slices that write a marker").isLessThan(12);
        finish();
        assertThat(published.all()).hasSize(5).last().isEqualTo("busy skips 06:04:05-06:05:01 (57) CALENDAR");
    }

    @Test
    void theFirstTickThatCountsEndsTheRangeUnderAnyLeader() {
        cluster.settle();
        allDaysCount(false);
        define("busy", "'every':'2s','calendar':'days'");
        cluster.run(Duration.ofSeconds(11));
        cluster.coldTakeover();
        allDaysCount(true);
        cluster.settle();
        cluster.run(Duration.ofSeconds(4));
        cluster.warmTakeover();

        assertThat(published.all())
                .containsExactly("busy skips 06:00:02-06:00:10 (5) CALENDAR", "busy@06:00:12", "busy@06:00:14");
        finish();
    }

    @Test
    void aTickThatACommandSkipsEndsIt() {
        cluster.settle();
        allDaysCount(true);
        define("busy", "'every':'2s','calendar':'days'");
        cluster.settle();
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "busy", cluster.clock.instant(), null));
        cluster.settle();
        allDaysCount(false);
        cluster.run(Duration.ofSeconds(6));
        finish();

        assertThat(published.all())
                .containsExactly("busy skips 06:00:02 REQUESTED", "busy skips 06:00:04-06:00:06 (2) CALENDAR");
    }

    @Test
    void theLastRunOfAllEndsItAsNoTickComesAnyMore() {
        cluster.settle();
        allDaysCount(true);
        define("busy", "'every':'1s','calendar':'days','overlap':'queue-all','maxRuns':2");
        cluster.settle();
        cluster.run(Duration.ofSeconds(2));
        allDaysCount(false);
        cluster.settle();
        cluster.run(Duration.ofSeconds(3));
        cluster.end("busy:2026-11-18T06:00:01Z", OutcomeStatus.SUCCEEDED);
        cluster.settle();

        assertThat(published.all())
                .containsExactly("busy@06:00:01", "busy@06:00:02", "busy skips 06:00:03-06:00:05 (3) CALENDAR");
        cluster.run(Duration.ofSeconds(5));
        cluster.define("busy", null);
        cluster.settle();
        assertThat(published.all()).hasSize(3);
    }

    @Test
    void aTickWithNoOtherSoonAfterItIsPublishedAtOnce() {
        cluster.settle();
        allDaysCount(false);
        define("rare", "'every':'61s','calendar':'days'");
        define("last", "'every':'10s','calendar':'days','until':'2026-11-18T06:00:20Z'");
        cluster.run(Duration.ofSeconds(122));

        assertThat(published.all())
                .filteredOn(line -> line.startsWith("last"))
                .containsExactly("last skips 06:00:10-06:00:20 (2) CALENDAR");
        assertThat(published.all()).filteredOn(line -> line.startsWith("rare")).hasSize(2);
    }

    @Test
    void ticksThatOthersDependOnArePublishedOneByOne() {
        cluster.settle();
        allDaysCount(false);
        define("parent", "'every':'5s','calendar':'days'");
        define("child", "'dependsOn':['parent'],'dependsOnEnd':'ended'");
        cluster.run(Duration.ofSeconds(10));

        assertThat(published.all()).containsExactly("parent skips 06:00:05 CALENDAR", "parent skips 06:00:10 CALENDAR");
    }

    @Test
    void aGapBeginsBehindIt() {
        cluster.settle();
        allDaysCount(false);
        define("busy", "'every':'10s','calendar':'days','missed':{'policy':'none'}");
        cluster.run(Duration.ofSeconds(25));
        cluster.clock.advance(Duration.ofMinutes(5));
        cluster.coldTakeover();
        cluster.settle();
        finish();

        assertThat(published.all().get(0)).isEqualTo("busy skips 06:00:10-06:00:20 (2) CALENDAR");
        assertThat(published.all().get(1)).startsWith("busy skips 06:00:30-");
    }

    @Test
    void aPauseByTheTriggerEndsIt() {
        cluster.settle();
        allDaysCount(true);
        define("busy", "'every':'5s','calendar':'days','pauseAfterFailures':1,'missed':{'policy':'none'}");
        cluster.run(Duration.ofSeconds(5));
        allDaysCount(false);
        cluster.run(Duration.ofSeconds(10));
        cluster.end("busy:2026-11-18T06:00:05Z", OutcomeStatus.FAILED);
        cluster.run(Duration.ofSeconds(6));

        assertThat(Objects.requireNonNull(cluster.leader().state("busy")).isPaused())
                .isTrue();
        assertThat(published.all()).containsExactly("busy@06:00:05", "busy skips 06:00:10-06:00:15 (2) CALENDAR");
        finish();
    }

    @Test
    void putOffTicksAreCountedInTheOrderInWhichTheyAreDue() {
        cluster.settle();
        allDaysCount(true);
        define("busy", "'every':'1s','jitter':'7s','calendar':'days'");
        for (int i = 0; i < 20; i++) {
            cluster.run(Duration.ofSeconds(9));
            allDaysCount(i % 2 == 1);
            if (i % 3 == 0) {
                cluster.coldTakeover();
            }
        }
        finish();
        CountedDays.assertKept(cluster, "put off and left out");
    }
}
