package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlapTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void settle() {
        cluster.settle();
    }

    private void define(String overlap) {
        cluster.define(TestSchedules.of("t", "'every':'10s','overlap':'" + overlap + "'"));
        cluster.settle();
    }

    private void run(int seconds) {
        cluster.run(Duration.ofSeconds(seconds));
    }

    private void end(String time) {
        cluster.end("t:2026-11-18T" + time + "Z", OutcomeStatus.SUCCEEDED);
        cluster.settle();
    }

    @Test
    void tickIsSkippedWhileTheOneBeforeIsOpen() {
        define("skip");
        run(25);
        assertThat(published.all()).containsExactly("t@06:00:10", "t skips 06:00:20 OVERLAP");
        end("06:00:10");
        run(10);
        assertThat(published.all()).hasSize(3).contains("t@06:00:30");
    }

    @Test
    void executionIsOpenUntilItsOutcomeIsAppliedAlsoAfterATakeover() {
        define("skip");
        run(15);
        cluster.coldTakeover();
        run(10);
        assertThat(published.all()).containsExactly("t@06:00:10", "t skips 06:00:20 OVERLAP");
        cluster.end("t:2026-11-18T06:00:10Z", OutcomeStatus.FAILED);
        cluster.coldTakeover();
        run(10);
        assertThat(published.all()).contains("t@06:00:30");
    }

    @Test
    void standbyThatLaggedKnowsWhatIsOpen() {
        define("skip");
        cluster.standbyReads(0.2);
        run(15);
        cluster.end("t:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        cluster.warmTakeover();
        run(10);
        assertThat(published.all()).containsExactly("t@06:00:10", "t@06:00:20");
    }

    @Test
    void firstTickThatWaitsIsKeptAndLaterOnesAreSkipped() {
        define("queue-one");
        run(35);
        assertThat(published.all()).containsExactly("t@06:00:10", "t skips 06:00:30 OVERLAP");
        end("06:00:10");
        assertThat(published.all()).hasSize(3).contains("t@06:00:20");
        end("06:00:20");
        run(5);
        assertThat(published.all()).hasSize(4).contains("t@06:00:40");
    }

    @Test
    void allTicksWaitInOrderAndSurviveATakeover() {
        define("queue-all");
        run(35);
        cluster.coldTakeover();
        end("06:00:10");
        end("06:00:20");
        end("06:00:30");
        run(5);
        assertThat(published.all()).containsExactly("t@06:00:10", "t@06:00:20", "t@06:00:30", "t@06:00:40");
    }

    @Test
    void noMoreThanAThousandWait() {
        cluster.define(TestSchedules.of("t", "'every':'1s','overlap':'queue-all'"));
        cluster.settle();
        run(1_005);
        assertThat(published.all()).hasSize(5).contains("t skips 06:16:42 OVERLAP");
    }

    @Test
    void laterTickCancelsTheOneBeforeAndWaitsForItsEnd() {
        define("cancel-other");
        run(25);
        assertThat(published.all()).containsExactly("t@06:00:10", "cancels t:2026-11-18T06:00:10Z");
        run(10);
        assertThat(published.all()).hasSize(3).contains("t skips 06:00:20 OVERLAP");
        cluster.end("t:2026-11-18T06:00:10Z", OutcomeStatus.CANCELLED);
        cluster.settle();
        assertThat(published.all()).hasSize(4).contains("t@06:00:30");
    }

    @Test
    void manualRunNeitherBlocksNorIsBlocked() {
        define("skip");
        cluster.command(Command.of(CommandKind.RUN_NOW, "t", cluster.clock.instant(), null)
                .withExecTime(ExecTime.of(cluster.clock.instant().plusNanos(7))));
        run(15);
        cluster.command(Command.of(CommandKind.RUN_NOW, "t", cluster.clock.instant(), null)
                .withExecTime(ExecTime.of(cluster.clock.instant().plusNanos(9))));
        cluster.settle();
        assertThat(published.tasks()).hasSize(3);
    }

    @Test
    void deletedSchedulesWaitingTicksAreSkippedAndWhatRunsHoldsBackTheNextGeneration() {
        define("queue-all");
        run(25);
        cluster.define("t", null);
        cluster.settle();
        assertThat(published.all()).containsExactly("t@06:00:10", "t skips 06:00:20 OVERLAP");
        cluster.coldTakeover();
        define("queue-all");
        run(10);
        assertThat(published.tasks()).containsExactly("t@06:00:10");
        end("06:00:10");
        assertThat(published.tasks()).containsExactly("t@06:00:10", "t@06:00:30");
    }

    @Test
    void pauseSkipsWaitingTicks() {
        define("queue-all");
        run(25);
        cluster.define(TestSchedules.of("t", "'every':'10s','overlap':'queue-all','enabled':false"));
        cluster.settle();
        assertThat(published.all()).containsExactly("t@06:00:10", "t skips 06:00:20 PAUSED");
        end("06:00:10");
        assertThat(published.tasks()).hasSize(1);
    }

    @Test
    void newDefinitionDecidesWaitingTicksByItsOwnRule() {
        define("queue-all");
        run(45);
        define("queue-one");
        assertThat(published.all())
                .containsExactly("t@06:00:10", "t skips 06:00:30 OVERLAP", "t skips 06:00:40 OVERLAP");
        define("allow");
        assertThat(published.tasks()).containsExactly("t@06:00:10", "t@06:00:20");
        run(10);
        assertThat(published.tasks()).contains("t@06:00:50");
    }

    @Test
    void executionWhoseOutcomeNeverComesStopsBlocking() {
        cluster.define(TestSchedules.of("t", "'every':'10s','overlap':'skip','deadline':'20s','timeout':'30s'"));
        cluster.settle();
        // 20 s to start, 30 s to run, and the grace of a minute.
        run(10 + 109);
        assertThat(published.tasks()).hasSize(1);
        run(15);
        assertThat(published.tasks()).hasSize(2);
        assertThat(published.events(EventType.OVERDUE)).singleElement().satisfies(event -> assertThat(event.message())
                .contains("t:2026-11-18T06:00:10Z"));
    }

    @Test
    void outcomesThatNoScheduleWaitsForPassWithAnySlice() {
        cluster.define(TestSchedules.of("plain", "'every':'10s'"));
        cluster.settle();
        for (int i = 0; i < 100; i++) {
            cluster.end("other:2026-11-18T06:00:0" + i % 10 + ".00" + (1 + i % 7) + "Z", OutcomeStatus.SUCCEEDED);
        }
        assertThat(cluster.leader().hasInputs()).isFalse();
        int slices = cluster.committed.size();
        run(10);
        assertThat(cluster.committed).hasSizeLessThan(slices + 4);
        assertThat(Objects.requireNonNull(cluster.leader().watermark()).positions().outcomes().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(100);
    }
}
