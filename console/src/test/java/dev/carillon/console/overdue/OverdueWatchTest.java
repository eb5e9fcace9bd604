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
    private final List<Event> told = new ArrayList<>();
    private final SqliteHistory history;
    private OverdueWatch watch;
    private int taken;

    OverdueWatchTest(@TempDir Path dir) {
        history = SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()), Written.NAMES, () -> topics, clock, meters);
        watch = made();
    }

    private OverdueWatch made() {
        return new OverdueWatch(
                history.silence(),
                () -> new Telling() {
                    @Override
                    public void tell(Event event) {
                        told.add(event);
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

    /** Takes in what was written, and looks. */
    private void lookAfter(Duration time) {
        clock.advance(time);
        take();
        watch.runOnce(clock.instant());
    }

    private void take() {
        topics.with(written.records().subList(taken, written.records().size()));
        taken = written.records().size();
        history.ingest().runOnce(clock.instant());
        history.ingest().runOnce(clock.instant());
    }

    @Test
    void whatLiesTooLongIsToldOnceAndListed() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).succeeds("fine");

        lookAfter(Duration.ofSeconds(59));
        assertThat(told).isEmpty();
        lookAfter(Duration.ofSeconds(2));
        lookAfter(Duration.ofSeconds(60));

        assertThat(told).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(EventType.OVERDUE);
            assertThat(event.subject()).isEqualTo(key.toString());
            assertThat(event.message()).contains("no worker has spoken of it");
        });
        assertThat(history.board().overdue(10))
                .singleElement()
                .satisfies(overdue -> assertThat(overdue.run().key()).isEqualTo(key));
        assertThat(history.board().open().overdue()).isOne();
        assertThat(meters.get("carillon.console.overdue").gauge().value()).isOne();
    }

    @Test
    void anotherConsoleLaterDoesNotTellItAgain() {
        written.queued(written.task(written.key("report")));
        lookAfter(Duration.ofSeconds(61));
        assertThat(told).hasSize(1);

        take();
        watch.end();
        watch = made();
        watch.begin();
        lookAfter(Duration.ofSeconds(61));
        assertThat(told).hasSize(1);
    }

    @Test
    void aLateSignOfLifeTakesItOffTheList() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key));
        lookAfter(Duration.ofSeconds(61));
        written.at(clock.instant()).claimed(key, 1);
        lookAfter(Duration.ofSeconds(6));

        assertThat(history.board().overdue(10)).isEmpty();
        assertThat(history.board().open().running()).isOne();
    }

    @Test
    void whatRestsUntilItsTimeIsOverdueOnlyAfterThat() {
        ExecutionKey key = written.key("report");
        written.delayed(written.task(key).withTimes(Written.BEGIN.plusSeconds(600), null));

        lookAfter(Duration.ofSeconds(650));
        assertThat(told).isEmpty();
        lookAfter(Duration.ofSeconds(20));
        assertThat(told).singleElement().satisfies(event -> assertThat(event.message())
                .contains("the collector has not released it"));
    }

    @Test
    void aRunningOneIsOverdueAfterItsTimeoutAndNotBefore() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).claimed(key, 1);

        lookAfter(Duration.ofMinutes(5));
        assertThat(told).isEmpty();
        lookAfter(Duration.ofSeconds(70));
        assertThat(told).hasSize(1);
    }

    @Test
    void nothingIsToldWhileTheHistoryIsBehind() {
        written.queued(written.task(written.key("report")));
        take();
        topics.isGone(true);
        clock.advance(Duration.ofHours(1));
        history.ingest().runOnce(clock.instant());
        watch.runOnce(clock.instant());

        assertThat(told).isEmpty();
    }

    @Test
    void moreThanOneLookTellsAreToldByTheNextOnes() {
        for (int i = 0; i < 450; i++) {
            written.at(Written.BEGIN.plusMillis(i)).queued(written.task(written.key("report-" + i)));
        }
        lookAfter(Duration.ofSeconds(70));
        assertThat(told).hasSize(200);
        lookAfter(Duration.ofSeconds(6));
        lookAfter(Duration.ofSeconds(6));

        assertThat(told).extracting(Event::subject).doesNotHaveDuplicates().hasSize(450);
    }
}
