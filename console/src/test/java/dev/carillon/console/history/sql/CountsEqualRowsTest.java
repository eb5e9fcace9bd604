package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.fold.RandomRecords;
import dev.carillon.console.history.fold.SizeClass;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.sql.run.SqlRuns;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.state.ExecutionState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever batches the records of many executions come in, however often some of them come again: the stored counts are
 * those of the rows, and every answer is the same.
 */
final class CountsEqualRowsTest {
    private static final int EXECUTIONS = 120;
    private static final Instant END = Written.BEGIN.plus(RandomRecords.length());
    /** Facets, and the columns whose values they count. */
    private static final Map<String, String> FACETS = Map.of(
            "", "''",
            "state", "state",
            "type", "type",
            "queue", "queue",
            "origin", "origin",
            "worker", "worker",
            "code", "code",
            "error", "CAST(error AS TEXT)");

    private final Path dir;
    private final SqlRows rows;
    private final SqlRuns runs;
    private final SqlBoard board;

    CountsEqualRowsTest(@TempDir Path dir) {
        this.dir = dir;
        rows = new SqlRows(dir.resolve("batches"));
        runs = new SqlRuns(rows.database);
        board = new SqlBoard(
                rows.database,
                new ManualClock(END),
                Duration.ofSeconds(60),
                () -> new HistoryFreshness(null, 0, true, null));
    }

    @AfterEach
    void close() {
        rows.close();
    }

    /** Batches of random sizes; within a partition records keep their order, and some batches come twice. */
    private static List<List<ReceivedRecord>> batches(List<ReceivedRecord> records, long seed) {
        Random random = new Random(seed);
        Map<TopicPart, List<ReceivedRecord>> parts = new HashMap<>();
        records.forEach(record -> parts.computeIfAbsent(TopicPart.of(record), none -> new ArrayList<>())
                .add(record));
        List<List<ReceivedRecord>> left = new ArrayList<>(parts.values());
        List<List<ReceivedRecord>> batches = new ArrayList<>();
        while (!left.isEmpty()) {
            List<ReceivedRecord> batch = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(9) && !left.isEmpty(); i++) {
                List<ReceivedRecord> part = left.get(random.nextInt(left.size()));
                int size = Math.min(part.size(), 1 + random.nextInt(20));
                batch.addAll(part.subList(0, size));
                part.subList(0, size).clear();
                left.removeIf(List::isEmpty);
            }
            batches.add(batch);
            if (random.nextInt(4) == 0) {
                batches.add(batch);
            }
        }
        return batches;
    }

    private void facetsAreThoseOfTheRows() {
        FACETS.forEach((facet, column) -> assertThat(rows.rows("SELECT value, minute, runs FROM facets WHERE facet = '"
                        + facet + "' AND runs <> 0 ORDER BY 1, 2"))
                .as("facet " + facet)
                .isEqualTo(rows.rows("SELECT " + column + " AS value, (id >> 20) / 60000 AS minute, COUNT(*) AS runs"
                        + " FROM runs WHERE " + column + " IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2")));
    }

    private void daysAreThoseOfTheRows() {
        assertThat(rows.rows("SELECT task_id, quarter, state, runs FROM quarters WHERE runs <> 0 ORDER BY 1, 2, 3"))
                .isEqualTo(rows.rows("SELECT task_id, due / 900000000 AS quarter, state, SUM(MAX(skip_count, 1)) AS"
                        + " runs FROM (SELECT task_id, due, state, scheduled, type, COALESCE(skip_count, 1) AS"
                        + " skip_count FROM runs) WHERE due IS NOT NULL AND CASE WHEN type IS NULL THEN"
                        + " state = 'SKIPPED' ELSE scheduled END GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"));
    }

    private void endsAreThoseOfTheRows() {
        for (long grain : new long[] {10_000, 300_000}) {
            String start = "ended / 1000 / " + grain + " * " + grain;
            assertThat(rows.rows("SELECT start, measure, runs FROM ends WHERE runs <> 0 AND measure NOT IN"
                            + " ('TOOK', 'LATE') AND grain = " + grain + " ORDER BY 1, 2"))
                    .isEqualTo(rows.rows("SELECT start, measure, SUM(n) AS runs FROM (SELECT " + start
                            + " AS start, outcome AS measure, COALESCE(skip_count, 1) AS n FROM runs WHERE outcome IS"
                            + " NOT NULL UNION ALL SELECT " + start + ", 'ATTEMPTS', attempts FROM runs WHERE outcome"
                            + " IS NOT NULL) GROUP BY 1, 2 HAVING SUM(n) <> 0 ORDER BY 1, 2"));
        }
        for (String measure : List.of("took", "late")) {
            Map<String, Long> classes = new TreeMap<>();
            rows.rows("SELECT " + measure + " FROM runs WHERE outcome IS NOT NULL AND " + measure + " IS NOT NULL")
                    .forEach(row -> {
                        long micros = Long.parseLong(row.substring(row.indexOf('=') + 1));
                        classes.merge("class=" + SizeClass.of(Duration.ofNanos(micros * 1_000)), 1L, Long::sum);
                    });
            assertThat(rows.rows("SELECT class, SUM(runs) AS n FROM ends WHERE grain = 10000 AND measure = '"
                            + measure.toUpperCase(java.util.Locale.ROOT) + "' GROUP BY 1 HAVING SUM(runs) <> 0"))
                    .as(measure)
                    .containsExactlyInAnyOrderElementsOf(classes.entrySet().stream()
                            .map(one -> one.getKey() + " n=" + one.getValue())
                            .toList());
        }
    }

    private void listsAndCountsAgree() {
        Map<ExecutionState, Long> states = new EnumMap<>(ExecutionState.class);
        HistoryAnswers.all(runs).forEach(run -> states.merge(run.state(), 1L, Long::sum));
        OpenRuns open = board.open();
        assertThat(List.of(open.pending(), open.queued(), open.running(), open.retrying()))
                .isEqualTo(Stream.of(
                                ExecutionState.PENDING,
                                ExecutionState.QUEUED,
                                ExecutionState.RUNNING,
                                ExecutionState.RETRYING)
                        .map(state -> states.getOrDefault(state, 0L))
                        .toList());
        assertThat(open.overdue()).isEqualTo(board.overdue(500).size());
        OutcomeCounts ends = board.tally(Written.BEGIN, END, 60);
        assertThat(ends.counts().succeeded()).isEqualTo(states.getOrDefault(ExecutionState.SUCCEEDED, 0L));
        assertThat(ends.counts().failed()).isEqualTo(states.getOrDefault(ExecutionState.FAILED, 0L));
        assertThat(ends.counts().cancelled()).isEqualTo(states.getOrDefault(ExecutionState.CANCELLED, 0L));
        assertThat(ends.counts().expired()).isEqualTo(states.getOrDefault(ExecutionState.EXPIRED, 0L));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyBatchesGiveTheSameAnswersAndCountsThatAreTrueAfterEach(long seed) {
        List<ReceivedRecord> records = RandomRecords.of(seed, EXECUTIONS);
        for (List<ReceivedRecord> batch : batches(records, seed)) {
            rows.write(batch);
            facetsAreThoseOfTheRows();
            daysAreThoseOfTheRows();
            endsAreThoseOfTheRows();
        }
        listsAndCountsAgree();
        try (SqlRows once = new SqlRows(dir.resolve("once"))) {
            once.write(records);
            assertThat(HistoryAnswers.of(runs))
                    .isEqualTo(HistoryAnswers.of(new SqlRuns(once.database)))
                    .hasSize(EXECUTIONS);
        }
        List<String> counts = rows.rows("SELECT facet, value, SUM(runs) FROM facets GROUP BY 1, 2 ORDER BY 1, 2");
        rows.write(records);
        assertThat(rows.rows("SELECT facet, value, SUM(runs) FROM facets GROUP BY 1, 2 ORDER BY 1, 2"))
                .as("the whole log once more")
                .isEqualTo(counts);
    }
}
