package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.RandomRecords;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.ingest.MemoryTopics;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.sql.run.SqlRuns;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole history over topics in memory: it is stopped, killed and damaged, and answers as if it were not. */
final class SqliteHistoryTest {
    private static final int EXECUTIONS = 80;

    private final Path dir;
    private final HistoryConfig config;
    private final MemoryTopics topics = new MemoryTopics();
    private final ManualClock clock = new ManualClock(Written.BEGIN.plus(RandomRecords.length()));
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable SqliteHistory open;

    SqliteHistoryTest(@TempDir Path dir) {
        this.dir = dir.resolve("history");
        this.config = HistoryConfig.DEFAULT.withDir(this.dir.toString());
    }

    @AfterEach
    void stop() {
        SqliteHistory history = open;
        open = null;
        if (history != null) {
            history.ingest().end();
            history.close();
        }
    }

    private SqliteHistory start() {
        meters = new SimpleMeterRegistry();
        SqliteHistory history = SqliteHistory.open(config, Written.NAMES, () -> topics, clock, meters);
        open = history;
        history.ingest().begin();
        return history;
    }

    private SqliteHistory restart() {
        stop();
        return start();
    }

    private void round(SqliteHistory history) {
        clock.advance(Duration.ofMillis(100));
        history.ingest().runOnce(clock.instant());
    }

    private void readAll(SqliteHistory history) {
        round(history);
        for (int i = 0; i < 1_000 && history.ingest().freshness().behind() > 0; i++) {
            round(history);
        }
    }

    private Map<String, String> expected(List<ReceivedRecord> records) {
        try (SqlRows rows = new SqlRows(dir.resolveSibling("expected"))) {
            return HistoryAnswers.of(new SqlRuns(rows.write(records).database));
        }
    }

    private double rebuilds() {
        return meters.get("carillon.console.history.rebuilds").counter().count();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void oneThatIsStoppedAndFailsAtAnyTimeAnswersAsOneThatWasNot(long seed) {
        List<ReceivedRecord> records = RandomRecords.of(seed, EXECUTIONS);
        Random random = new Random(seed);
        topics.with(records).atOnce(13).beforeRead(() -> {
            clock.advance(Duration.ofMillis(15));
            if (random.nextInt(9) == 0) {
                throw new IllegalStateException("the connection broke");
            }
        });
        SqliteHistory history = start();
        int stops = 0;
        while (!history.ingest().freshness().caughtUp()) {
            try {
                round(history);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("the connection broke");
            }
            if (random.nextInt(3) == 0 && !history.ingest().freshness().caughtUp()) {
                history = restart();
                stops++;
            }
        }
        assertThat(stops).as("stops of seed " + seed).isPositive();
        assertThat(HistoryAnswers.of(history.runs())).isEqualTo(expected(records));
        assertThat(history.currentState().open())
                .isEqualTo(restart().currentState().open());
    }

    @Test
    void aRestartContinuesAtTheStoredOffsets() {
        List<ReceivedRecord> records = RandomRecords.of(7, EXECUTIONS);
        List<ReceivedRecord> first = records.subList(0, records.size() / 2);
        topics.with(first);
        readAll(start());
        assertThat(topics.readSince()).isEqualTo(first.size());

        topics.with(records.subList(first.size(), records.size()));
        SqliteHistory history = restart();
        readAll(history);
        assertThat(topics.readSince()).isEqualTo(records.size() - first.size());
        assertThat(HistoryAnswers.of(history.runs())).isEqualTo(expected(records));
    }

    /** What may become of the file of a stopped history. */
    private enum Damage {
        TRUNCATED,
        ZEROED_PAGES,
        RANDOM_PAGES,
        OTHER_HEADER,
        EMPTY,
        DELETED
    }

    private static void damage(Path file, Damage damage) throws IOException {
        if (damage == Damage.DELETED) {
            Files.delete(file);
            return;
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            int length = (int) bytes.length();
            byte[] noise = new byte[length - 4_096];
            new Random(3).nextBytes(noise);
            switch (damage) {
                case TRUNCATED -> bytes.setLength(length / 2);
                case ZEROED_PAGES -> overwrite(bytes, length / 3, new byte[length / 2]);
                case RANDOM_PAGES -> overwrite(bytes, 4_096, noise);
                case OTHER_HEADER -> overwrite(bytes, 0, "no database".getBytes(StandardCharsets.US_ASCII));
                case EMPTY, DELETED -> bytes.setLength(0);
            }
        }
    }

    private static void overwrite(RandomAccessFile file, int from, byte[] bytes) throws IOException {
        file.seek(from);
        file.write(bytes);
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedFileIsReplacedByOneThatIsReadFromTheTopics(Damage damage) throws IOException {
        List<ReceivedRecord> records = RandomRecords.of(8, EXECUTIONS);
        List<ReceivedRecord> first = records.subList(0, records.size() / 2);
        topics.with(first);
        readAll(start());
        stop();
        damage(dir.resolve("history.db"), damage);

        topics.with(records.subList(first.size(), records.size()));
        SqliteHistory history = start();
        readAll(history);
        readAll(history);
        assertThat(HistoryAnswers.of(history.runs())).isEqualTo(expected(records));
    }

    @Test
    void aTopicThatIsCreatedAgainLeavesNothingOfTheFormerOne() {
        Written old = new Written().succeeds("old").retriesAndFails("older");
        topics.with(old.records());
        SqliteHistory history = start();
        readAll(history);
        Consumer<String> recreate = topics::recreate;
        old.records().stream().map(ReceivedRecord::topic).distinct().forEach(recreate);
        Written young = new Written().succeeds("young");
        topics.with(young.records());
        clock.advance(Duration.ofSeconds(10));
        readAll(history);

        assertThat(HistoryAnswers.all(history.runs()))
                .extracting(run -> run.key().taskId())
                .containsExactly("young");
        assertThat(history.runs().errors(RunFilter.ALL, 10)).isEmpty();
        assertThat(rebuilds()).isOne();
        readAll(restart());
        assertThat(rebuilds()).as("the new ids are stored").isZero();
    }

    @Test
    void aSecondOneWaitsForNothingAndSaysThatTheDirectoryIsUsed() {
        start();
        assertThatThrownBy(
                        () -> SqliteHistory.open(config, Written.NAMES, () -> topics, clock, new SimpleMeterRegistry()))
                .isInstanceOfSatisfying(HistoryException.class, e -> {
                    assertThat(e.problem()).isEqualTo(HistoryProblem.HISTORY_IN_USE);
                    assertThat(e.oneLine()).contains(dir.toString(), "console.history.dir");
                });
        restart();
    }

    @Test
    void aRefusedStartReleasesTheDirectory() throws IOException {
        Files.createDirectories(dir);
        Files.writeString(dir.resolve("history.db"), "this is no database".repeat(300));
        // A directory that is not empty can't be deleted as if it were a file.
        Path inTheWay = Files.createDirectories(dir.resolve("history.db-shm").resolve("full"));
        assertThatThrownBy(this::start).isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                .isEqualTo(HistoryProblem.HISTORY_UNWRITABLE));
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());

        topics.with(new Written().succeeds("report").records());
        SqliteHistory history = start();
        readAll(history);
        assertThat(HistoryAnswers.all(history.runs())).hasSize(1);
    }

    @Test
    void aDirectoryInPlaceOfTheFileIsNamed() throws IOException {
        Files.createDirectories(dir.resolve("history.db").resolve("full"));
        assertThatThrownBy(this::start)
                .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                        .isEqualTo(HistoryProblem.HISTORY_UNWRITABLE))
                .hasMessageContaining("history.db");
    }

    @Test
    void whatIsDiscardedIsReadAgain() {
        topics.with(new Written().everyKind().records());
        readAll(start());
        stop();
        SqliteHistory.discard(config);
        SqliteHistory.discard(config);
        topics.readSince();

        SqliteHistory history = start();
        assertThat(HistoryAnswers.all(history.runs())).isEmpty();
        readAll(history);
        assertThat(HistoryAnswers.all(history.runs())).hasSize(8);
    }

    @Test
    void queriesAfterTheCloseAreRefusedWithAReason() {
        SqliteHistory history = start();
        stop();
        assertThatThrownBy(() -> history.runs().find(RunFilter.ALL, null, 10))
                .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                        .isEqualTo(HistoryProblem.HISTORY_UNAVAILABLE))
                .hasMessageContaining("closed");
    }
}
