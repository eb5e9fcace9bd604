package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.Written;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.record.Task;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes rows, positions and counts to a real database. */
final class SqlHistoryStoreTest {
    /** Everything but the numbers of rows and topics, which depend on the order in which records arrive. */
    private static final List<String> ALL = List.of(
            "SELECT task_id, exec_time, state, awaited, attempts, code, message, error, worker, due, started, ended,"
                    + " took, late, first_heard, last_heard, running_at, cancel_at, overdue_at, task_at, task_seat,"
                    + " type, queue, outcome_at, outcome_seat, outcome, LENGTH(places) FROM runs ORDER BY task_id",
            "SELECT r.task_id, a.number, a.queued_at, a.lying_at, a.claim_at, a.back_at, a.said_at, a.end_at, a.status,"
                    + " a.code, a.worker FROM attempts a JOIN runs r ON r.id = a.run_id ORDER BY 1, 2",
            "SELECT r.task_id, b.task, b.data FROM bodies b JOIN runs r ON r.id = b.run_id ORDER BY 1",
            "SELECT r.task_id, l.sequence, l.lines FROM logs l JOIN runs r ON r.id = l.run_id ORDER BY 1, 2",
            "SELECT facet, value, SUM(runs) AS runs FROM facets GROUP BY 1, 2 HAVING SUM(runs) <> 0 ORDER BY 1, 2",
            "SELECT grain, start, measure, class, runs FROM ends WHERE runs <> 0 ORDER BY 1, 2, 3, 4",
            "SELECT topic, part, next FROM offsets ORDER BY 1, 2");

    private final Path dir;
    private final List<ReceivedRecord> records = new Written().everyKind().records();

    SqlHistoryStoreTest(@TempDir Path dir) {
        this.dir = dir;
    }

    private static List<String> everything(SqlRows rows) {
        return ALL.stream().flatMap(sql -> rows.rows(sql).stream()).toList();
    }

    private List<String> inOneBatch() {
        try (SqlRows rows = new SqlRows(dir.resolve("one"))) {
            return everything(rows.write(records));
        }
    }

    @Test
    void anySplitIntoBatchesGivesTheSameRowsAndCounts() {
        List<String> expected = inOneBatch();
        for (int split = 1; split < records.size(); split++) {
            try (SqlRows rows = new SqlRows(dir.resolve("split" + split))) {
                rows.write(records.subList(0, split)).write(records.subList(split, records.size()));
                assertThat(everything(rows)).as("split at " + split).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void partitionsReadInAnyTurnGiveTheSameRowsAndCounts(long seed) {
        List<String> expected = inOneBatch();
        List<ReceivedRecord> left = new ArrayList<>(records);
        Random random = new Random(seed);
        try (SqlRows rows = new SqlRows(dir.resolve("turns"))) {
            while (!left.isEmpty()) {
                // The next record of any partition: within one, order is kept.
                ReceivedRecord any = left.get(random.nextInt(left.size()));
                ReceivedRecord next = left.stream()
                        .filter(record -> TopicPart.of(record).equals(TopicPart.of(any)))
                        .findFirst()
                        .orElseThrow();
                left.remove(next);
                rows.write(List.of(next));
            }
            assertThat(everything(rows)).isEqualTo(expected);
        }
    }

    @Test
    void writingTheSameAgainChangesNothing() {
        try (SqlRows rows = new SqlRows(dir)) {
            List<String> once = everything(rows.write(records));
            assertThat(everything(rows.write(records))).isEqualTo(once);
        }
    }

    @Test
    void aCommitThatFailsLeavesNeitherRowsNorPositions() throws Exception {
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records.subList(0, 10));
            List<String> before = everything(rows);
            try (Statement statement = rows.database.writer().connection().createStatement()) {
                statement.execute(
                        "CREATE TRIGGER refuse BEFORE UPDATE ON counters BEGIN SELECT RAISE(ABORT, 'no'); END");
                statement.getConnection().commit();
            }

            assertThatThrownBy(() -> rows.write(records.subList(10, records.size())))
                    .isInstanceOf(HistoryException.class);
            assertThat(everything(rows)).isEqualTo(before);

            try (Statement statement = rows.database.writer().connection().createStatement()) {
                statement.execute("DROP TRIGGER refuse");
                statement.getConnection().commit();
            }
            rows.write(records.subList(10, records.size()));
            assertThat(everything(rows)).isEqualTo(inOneBatch());
        }
    }

    @Test
    void aFullDiskIsNamedAndNothingIsLostWhenThereIsRoomAgain() throws Exception {
        Written many = new Written();
        for (int i = 0; i < 500; i++) {
            many.succeeds("task-" + i);
        }
        try (SqlRows rows = new SqlRows(dir)) {
            try (Statement statement = rows.database.writer().connection().createStatement()) {
                statement.execute("PRAGMA max_page_count = 60");
            }
            assertThatThrownBy(() -> rows.write(many.records()))
                    .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                            .isEqualTo(HistoryProblem.HISTORY_DISK_FULL))
                    .hasMessageContaining("history.db");
            assertThat(rows.store.positions()).isEmpty();

            try (Statement statement = rows.database.writer().connection().createStatement()) {
                statement.execute("PRAGMA max_page_count = 1000000");
            }
            assertThat(rows.write(many.records()).rows("SELECT COUNT(*) AS n FROM runs"))
                    .containsExactly("n=500");
        }
    }

    @Test
    void positionsOutliveTheProcess() {
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records);
        }
        try (SqlRows rows = new SqlRows(dir)) {
            ReceivedRecord last = records.get(records.size() - 1);
            assertThat(rows.store.positions()).containsEntry(TopicPart.of(last), last.offset() + 1);
            assertThat(rows.store.lastWritten()).isEqualTo(last.appended());
        }
    }

    @Test
    void oldRunsAreDeletedUnlessTheirNextRecordIsStillDue() {
        Written old = new Written();
        for (int i = 0; i < 3_000; i++) {
            old.at(Written.BEGIN.plusMillis(i)).succeeds("old-" + i);
        }
        Written young = new Written().at(Written.BEGIN.plus(Duration.ofDays(3)));
        young.succeeds("young");
        var resting = old.at(Written.BEGIN).key("resting");
        old.delayed(old.task(resting).withTimes(Written.BEGIN.plus(Duration.ofDays(20)), null));
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(old.records()).write(young.records());

            var now = Written.BEGIN.plus(Duration.ofDays(8));
            assertThat(rows.store.deleteOld(now)).as("one step is bounded").isTrue();
            assertThat(rows.store.deleteOld(now)).isFalse();

            assertThat(rows.rows("SELECT task_id FROM runs ORDER BY id"))
                    .containsExactly("task_id=resting", "task_id=young");
            assertThat(rows.rows("SELECT COUNT(*) AS n FROM attempts")).containsExactly("n=2");
            assertThat(rows.rows("SELECT COUNT(*) AS n FROM bodies")).containsExactly("n=2");
        }
    }

    @Test
    void afterClearTheSameRecordsCanBeWrittenAgain() {
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records);
            rows.store.clear();
            assertThat(rows.store.positions()).isEmpty();
            assertThat(everything(rows.write(records))).isEqualTo(inOneBatch());
        }
    }

    @Test
    void topicIdsAreKept() {
        try (SqlRows rows = new SqlRows(dir)) {
            rows.store.saveTopicIds(java.util.Map.of("carillon.events", "abc"));
        }
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.store.topicIds()).containsExactly(java.util.Map.entry("carillon.events", "abc"));
        }
    }

    @Test
    void compactedTopicsCanBeResetAlone() {
        Written written = new Written();
        written.put(Written.NAMES.schedules(), "report", "{}".getBytes(StandardCharsets.UTF_8), java.util.Map.of());
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(records).write(written.records());
            rows.store.resetCompacted();
            assertThat(rows.rows("SELECT task_id FROM schedules")).isEmpty();
            assertThat(rows.store.positions().keySet())
                    .extracting(TopicPart::topic)
                    .doesNotContain(Written.NAMES.schedules())
                    .contains(Written.NAMES.outcomes());
        }
    }

    @Test
    void queuesNamedAsCompactedTopicsAreNotReset() {
        Written written = new Written();
        for (String queue : List.of("schedules", "workers")) {
            Task task = written.task(written.key("report"));
            written.released(task.withWork(task.work().withQueue(queue)));
        }
        try (SqlRows rows = new SqlRows(dir)) {
            rows.write(written.records());
            rows.store.resetCompacted();
            assertThat(rows.store.positions().keySet())
                    .extracting(TopicPart::topic)
                    .containsExactlyInAnyOrder(Written.NAMES.released("schedules"), Written.NAMES.released("workers"));
        }
    }

    @Test
    void aSecondConsoleIsRefused() {
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.store.positions()).isEmpty();
            assertThatThrownBy(() -> new SqlRows(dir))
                    .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                            .isEqualTo(HistoryProblem.HISTORY_IN_USE));
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsReplaced() throws Exception {
        Files.writeString(dir.resolve("history.db"), "this is plain text, and no database at all".repeat(100));
        try (SqlRows rows = new SqlRows(dir)) {
            assertThat(rows.write(records).rows("SELECT task_id FROM runs")).hasSize(8);
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> new SqlRows(file.resolve("below")))
                .isInstanceOfSatisfying(HistoryException.class, e -> assertThat(e.problem())
                        .isEqualTo(HistoryProblem.HISTORY_UNWRITABLE))
                .hasMessageContaining(file.toString());
    }
}
