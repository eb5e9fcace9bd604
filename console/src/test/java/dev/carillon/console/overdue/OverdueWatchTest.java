package dev.carillon.console.overdue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.ingest.MemoryTopics;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watch over a real history, with topics in memory. */
final class OverdueWatchTest {
    private final Written written = new Written();
    private final MemoryTopics topics = new MemoryTopics();
    private final ManualClock clock = new ManualClock(Written.BEGIN);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Event> reported = new ArrayList<>();
    private final SqliteHistory history;
    private OverdueWatch watch;
    private int ingested;

    OverdueWatchTest(@TempDir Path dir) {
        history = SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()), Written.NAMES, () -> topics, clock, meters);
        watch = newWatch();
    }

    private OverdueWatch newWatch() {
        return new OverdueWatch(
                history.overdueQuery(),
                () -> new OverdueEvents() {
                    @Override
                    public void write(Event event) {
                        reported.add(event);
                        written.event(event.type(), event.subject(), null);
                    }

                    @Override
                    public void close() {}
                },
                Duration.ofSeconds(60),
                "console/test",
                meters);
    }

    @BeforeEach
    void begin() {
        history.ingest().begin();
        watch.begin();
    }

    @AfterEach
    void end() {
        watch.end();
        history.ingest().end();
        history.close();
    }

    /** Lets time pass, ingests the records written so far, and runs the watch. */
    private void runAfter(Duration time) {
        clock.advance(time);
        ingest();
        watch.runOnce(clock.instant());
    }

    private void ingest() {
        topics.with(written.records().subList(ingested, written.records().size()));
        ingested = written.records().size();
        history.ingest().runOnce(clock.instant());
        history.ingest().runOnce(clock.instant());
    }

    @Test
    void anOverdueExecutionIsReportedOnceAndListed() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).succeeds("fine");

        runAfter(Duration.ofSeconds(59));
        assertThat(reported).isEmpty();
        runAfter(Duration.ofSeconds(2));
        runAfter(Duration.ofSeconds(60));

        assertThat(reported).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(EventType.OVERDUE);
            assertThat(event.subject()).isEqualTo(key.toString());
            assertThat(event.message()).contains("no worker has started it");
        });
        assertThat(history.currentState().overdue(10))
                .singleElement()
                .satisfies(overdue -> assertThat(overdue.run().key()).isEqualTo(key));
        assertThat(history.currentState().open().overdue()).isOne();
        assertThat(meters.get("carillon.console.overdue").gauge().value()).isOne();
    }

    @Test
    void aLaterConsoleDoesNotReportItAgain() {
        written.queued(written.task(written.key("report")));
        runAfter(Duration.ofSeconds(61));
        assertThat(reported).hasSize(1);

        ingest();
        watch.end();
        watch = newWatch();
        watch.begin();
        runAfter(Duration.ofSeconds(61));
        assertThat(reported).hasSize(1);
    }

    @Test
    void aLateRecordTakesItOffTheList() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key));
        runAfter(Duration.ofSeconds(61));
        written.at(clock.instant()).claimed(key, 1);
        runAfter(Duration.ofSeconds(6));

        assertThat(history.currentState().overdue(10)).isEmpty();
        assertThat(history.currentState().open().running()).isOne();
    }

    @Test
    void aDelayedExecutionIsOverdueOnlyAfterItsTime() {
        ExecutionKey key = written.key("report");
        written.delayed(written.task(key).withTimes(Written.BEGIN.plusSeconds(600), null));

        runAfter(Duration.ofSeconds(650));
        assertThat(reported).isEmpty();
        runAfter(Duration.ofSeconds(20));
        assertThat(reported).singleElement().satisfies(event -> assertThat(event.message())
                .contains("the collector has not released it"));
    }

    @Test
    void aRunningExecutionIsOverdueAfterItsTimeoutAndNotBefore() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).claimed(key, 1);

        runAfter(Duration.ofMinutes(5));
        assertThat(reported).isEmpty();
        runAfter(Duration.ofSeconds(70));
        assertThat(reported).hasSize(1);
    }

    @Test
    void nothingIsReportedWhileTheHistoryIsBehind() {
        written.queued(written.task(written.key("report")));
        ingest();
        topics.isGone(true);
        clock.advance(Duration.ofHours(1));
        history.ingest().runOnce(clock.instant());
        watch.runOnce(clock.instant());

        assertThat(reported).isEmpty();
    }

    @Test
    void whatExceedsOneRoundIsReportedByTheNextRounds() {
        for (int i = 0; i < 450; i++) {
            written.at(Written.BEGIN.plusMillis(i)).queued(written.task(written.key("report-" + i)));
        }
        runAfter(Duration.ofSeconds(70));
        assertThat(reported).hasSize(200);
        runAfter(Duration.ofSeconds(6));
        runAfter(Duration.ofSeconds(6));

        assertThat(reported).extracting(Event::subject).doesNotHaveDuplicates().hasSize(450);
    }
}
