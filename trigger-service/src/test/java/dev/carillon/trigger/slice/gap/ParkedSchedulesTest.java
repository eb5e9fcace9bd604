package dev.carillon.trigger.slice.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.Published;
import dev.carillon.trigger.slice.SimulatedCluster;
import dev.carillon.trigger.slice.TestSchedules;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Schedules in force whose zone an update of the JVM's zone data has removed. */
class ParkedSchedulesTest {
    private final SimulatedCluster cluster = new SimulatedCluster();

    private static Schedule everyMinute(String taskId, String zone) {
        return Schedule.of(taskId, FiringRule.cron("* * * * *", zone), Work.of("shell", RawJson.NULL));
    }

    private static Schedule every(String taskId, int seconds) {
        return Schedule.of(taskId, FiringRule.every(Duration.ofSeconds(seconds)), Work.of("shell", RawJson.NULL));
    }

    /** Replaces the zone by an unknown one, as if it had been there when applied; every instance starts again. */
    private void zoneIsGone(String... taskIds) {
        for (int i = 0; i < cluster.schedules.size(); i++) {
            InputRecord old = cluster.schedules.get(i);
            String taskId = new String(Objects.requireNonNull(old.key()), StandardCharsets.UTF_8);
            byte[] value = old.value();
            boolean zoned = value != null && new String(value, StandardCharsets.UTF_8).contains("Europe/Berlin");
            if (zoned && List.of(taskIds).contains(taskId)) {
                cluster.schedules.set(
                        i,
                        new InputRecord(
                                old.topic(),
                                old.partition(),
                                old.offset(),
                                old.appended(),
                                old.taken(),
                                old.key(),
                                Kind.SCHEDULE.encode(everyMinute(taskId, "Mars/Base"))));
            }
        }
        cluster.coldTakeover();
    }

    private List<Instant> ticks(String taskId) {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.Dispatch.class::isInstance)
                .map(output -> Objects.requireNonNull(
                        ((SliceOutput.Dispatch) output).task().key()))
                .filter(key -> key.taskId().equals(taskId))
                .map(key -> key.execTime().instant())
                .toList();
    }

    private List<Event> broken() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.Say.class::isInstance)
                .map(output -> ((SliceOutput.Say) output).event())
                .filter(event -> event.type() == EventType.SCHEDULE_BROKEN)
                .toList();
    }

    private ScheduleState state(String taskId) {
        return Objects.requireNonNull(cluster.leader().state(taskId));
    }

    private void assertEveryInstanceSeesTheSame() {
        assertThat(new TreeMap<>(cluster.cold().states()))
                .isEqualTo(new TreeMap<>(cluster.leader().states()));
    }

    @Test
    void theScheduleIsParkedAndNoOtherIsDisturbed() {
        cluster.settle();
        cluster.define(everyMinute("report", "Europe/Berlin"));
        cluster.define(every("other", 20));
        cluster.run(Duration.ofMinutes(1));
        assertThat(ticks("report")).hasSize(1);

        zoneIsGone("report");
        cluster.run(Duration.ofMinutes(2));

        assertThat(cluster.leader().unreadable()).isEmpty();
        assertThat(ticks("report")).hasSize(1);
        assertThat(ticks("other")).hasSize(9);
        assertThat(broken()).hasSize(1).first().satisfies(event -> {
            assertThat(event.subject()).isEqualTo("report");
            assertThat(event.message()).startsWith("BAD_ZONE: ").contains("\"Mars/Base\"", "Europe/Berlin", "apply it");
        });
        assertThat(Objects.requireNonNull(state("report").broken()).code()).isEqualTo("BAD_ZONE");
        assertEveryInstanceSeesTheSame();

        cluster.coldTakeover();
        cluster.run(Duration.ofMinutes(1));
        assertThat(broken()).as("published once").hasSize(1);
    }

    @Test
    void anOlderDefinitionDoesNotFireInItsPlace() {
        cluster.settle();
        cluster.define(every("report", 1));
        cluster.run(Duration.ofSeconds(3));
        cluster.define(everyMinute("report", "Europe/Berlin"));
        cluster.run(Duration.ofSeconds(5));
        int before = ticks("report").size();

        zoneIsGone("report");
        cluster.run(Duration.ofSeconds(90));

        assertThat(ticks("report")).hasSize(before);
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void theNextDefinitionFiresFromThenOn() {
        cluster.settle();
        cluster.define(everyMinute("report", "Europe/Berlin"));
        cluster.run(Duration.ofMinutes(1));
        zoneIsGone("report");
        cluster.run(Duration.ofMinutes(10));

        cluster.define(everyMinute("report", "Europe/Paris"));
        cluster.run(Duration.ofMinutes(1));

        assertThat(ticks("report"))
                .containsExactly(Instant.parse("2026-11-18T06:01:00Z"), Instant.parse("2026-11-18T06:12:00Z"));
        assertThat(state("report").broken()).isNull();
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void itCanBeDeletedAndCreatedAgain() {
        cluster.settle();
        cluster.define(everyMinute("report", "Europe/Berlin"));
        cluster.settle();
        zoneIsGone("report");
        cluster.settle();

        cluster.define("report", null);
        cluster.run(Duration.ofSeconds(1));
        assertThat(state("report").deleted()).isNotNull();
        cluster.define(every("report", 5));
        cluster.run(Duration.ofSeconds(5));

        assertThat(ticks("report")).hasSize(1);
        assertThat(state("report").generation()).isEqualTo(1);
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void itsMarkerIsKept() {
        cluster.settle();
        cluster.define(every("report", 5));
        cluster.settle();
        cluster.define("report", null);
        cluster.settle();
        cluster.define(everyMinute("report", "Europe/Berlin")
                .withEnabled(false, "holidays", Instant.parse("2026-11-18T06:00:00Z")));
        cluster.settle();
        zoneIsGone("report");
        cluster.settle();

        assertThat(state("report").generation()).isEqualTo(1);
        assertThat(state("report").isPaused()).isTrue();
        assertThat(state("report").broken()).isNotNull();
        cluster.define(everyMinute("report", "Europe/Paris"));
        cluster.run(Duration.ofMinutes(1));
        assertThat(ticks("report")).hasSize(1);
        assertThat(state("report").generation()).isEqualTo(1);
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void theyAreParkedBeforeAGapIsDecidedAndInSlicesOfLimitedSize() {
        cluster.settle();
        for (int i = 0; i < 20; i++) {
            cluster.define(everyMinute("report-" + i, "Europe/Berlin"));
        }
        cluster.define(every("other", 60));
        cluster.settle();
        cluster.clock.advance(Duration.ofMinutes(10));
        String[] all = new String[20];
        for (int i = 0; i < 20; i++) {
            all[i] = "report-" + i;
        }
        zoneIsGone(all);

        SlicePlan first = cluster.plan(8).orElseThrow();
        assertThat(first.markers()).hasSizeBetween(4, 8);
        assertThat(first.watermark().reached()).isEqualTo(first.slice().before());
        cluster.settle();

        assertThat(broken()).hasSize(20);
        assertThat(ticks("other")).as("the gap's last one").isNotEmpty();
        assertThat(cluster.committed.stream()
                        .mapToLong(plan -> plan.slice().tasks())
                        .sum())
                .isEqualTo(ticks("other").size());
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void aLastGoodDefinitionOfSuchAZoneKeepsNoInstanceFromLeading() {
        cluster.settle();
        cluster.define(everyMinute("report", "Europe/Berlin"));
        cluster.settle();
        cluster.define("report", "{\"type\":".getBytes(StandardCharsets.UTF_8));
        cluster.define(every("other", 5));
        cluster.run(Duration.ofSeconds(5));
        for (int i = 0; i < cluster.state.size(); i++) {
            InputRecord old = cluster.state.get(i);
            String value = new String(Objects.requireNonNull(old.value()), StandardCharsets.UTF_8);
            cluster.state.set(
                    i,
                    new InputRecord(
                            old.topic(),
                            old.partition(),
                            old.offset(),
                            old.appended(),
                            old.taken(),
                            old.key(),
                            value.replace("Europe/Berlin", "Mars/Base_12_").getBytes(StandardCharsets.UTF_8)));
        }

        cluster.coldTakeover();
        cluster.run(Duration.ofMinutes(1));

        assertThat(ticks("report")).isEmpty();
        assertThat(ticks("other")).hasSize(13);
        assertThat(state("report").broken()).isNotNull();
    }

    @Test
    void waitingTicksOfAnUnreadableOneAreSkipped() {
        cluster.settle();
        Schedule queueing =
                TestSchedules.of("report", "'cron':'* * * * *','zone':'Europe/Berlin','overlap':'queue-all'");
        cluster.define(queueing);
        cluster.run(Duration.ofMinutes(2));
        zoneIsGone("report");
        cluster.run(Duration.ofMinutes(1));

        cluster.define(everyMinute("report", "Europe/Paris"));
        cluster.settle();

        assertThat(new Published(cluster).all()).containsExactly("report@06:01:00", "report skips 06:02:00 BROKEN");
    }
}
