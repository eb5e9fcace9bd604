package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.deadletter.DeadLetterEntry.Standing;
import dev.carillon.console.history.deadletter.DeadLetterFilter;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters, what operators did with them, and pages of them. */
final class SqlDeadLettersTest {
    private static final DeadLetterFilter EVERY = new DeadLetterFilter(null, null, null, null, true);

    private final Written written = new Written();
    private final SqlRows rows;
    private final SqlDeadLetters deadLetters;

    SqlDeadLettersTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        deadLetters = new SqlDeadLetters(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private ReceivedRecord letter(String key, String cause) {
        written.put(Written.NAMES.deadLetters(), key, new byte[] {1}, Map.of(Headers.CAUSE, cause));
        return written.records().get(written.records().size() - 1);
    }

    private ReceivedRecord mark(ReceivedRecord letter, String action, Instant appended, @Nullable String replayedAs) {
        AuditEntry entry = new AuditEntry(
                "dead-letters-" + letter.partition() + "@" + letter.offset(),
                action,
                written.now(),
                null,
                null,
                RawJson.parse("{\"appended\":\"" + appended + "\"}"),
                replayedAs == null ? null : RawJson.parse("{\"key\":\"" + replayedAs + "\"}"),
                Map.of());
        written.put(Written.NAMES.audit(), entry.subject(), Kind.AUDIT_ENTRY.encode(entry), Map.of());
        return written.records().get(written.records().size() - 1);
    }

    private List<DeadLetterEntry> paged(DeadLetterFilter filter, int limit) {
        List<DeadLetterEntry> all = new ArrayList<>();
        String cursor = null;
        do {
            ResultPage<DeadLetterEntry> page = deadLetters.find(filter, cursor, limit);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(Math.max(1, limit));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    private DeadLetterEntry entry(ReceivedRecord letter) {
        return deadLetters.get(letter.partition(), letter.offset()).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100})
    void thoseOfOneMillisecondComeOnceInPagesOfAnySize(int limit) {
        for (int i = 0; i < 60; i++) {
            written.at(Written.BEGIN.plusMillis(i / 20));
            letter("task-" + i, "EXHAUSTED");
        }
        rows.write(written.records());
        List<DeadLetterEntry> all = paged(EVERY, limit);
        assertThat(all).extracting(DeadLetterEntry::key).hasSize(60).doesNotHaveDuplicates();
        assertThat(all).extracting(one -> one.place().appended()).isSortedAccordingTo(Collections.reverseOrder());
        assertThat(all).isEqualTo(paged(EVERY, 60));
    }

    @Test
    void aLetterThatIsDroppedBetweenTwoPagesHidesNoOther() {
        List<ReceivedRecord> letters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            letters.add(letter("task-" + i, "EXHAUSTED"));
        }
        rows.write(written.records());
        ResultPage<DeadLetterEntry> first = deadLetters.find(DeadLetterFilter.OPEN, null, 2);
        rows.write(List.of(
                mark(letters.get(4), "drop-dead-letter", letters.get(4).appended(), null),
                mark(letters.get(3), "drop-dead-letter", letters.get(3).appended(), null)));
        assertThat(deadLetters.find(DeadLetterFilter.OPEN, first.next(), 10).items())
                .extracting(DeadLetterEntry::key)
                .containsExactly("task-2", "task-1", "task-0");
    }

    @Test
    void timeTaskAndCauseSelect() {
        ReceivedRecord first = letter("report:2026-11-18T06:00:00Z", "EXHAUSTED");
        letter("report:2026-11-18T07:00:00Z", "BAD_JSON");
        ReceivedRecord third = letter("other", "EXHAUSTED");
        rows.write(written.records());
        assertThat(paged(new DeadLetterFilter("report", null, null, null, false), 10))
                .hasSize(2);
        assertThat(paged(new DeadLetterFilter("rep", null, null, null, false), 10))
                .isEmpty();
        assertThat(paged(new DeadLetterFilter(null, "EXHAUSTED", null, null, false), 10))
                .hasSize(2);
        assertThat(paged(new DeadLetterFilter("report", "EXHAUSTED", null, null, false), 10))
                .hasSize(1);
        assertThat(paged(new DeadLetterFilter(null, null, first.appended(), third.appended(), false), 10))
                .as("the beginning of the time belongs to it, the end does not")
                .hasSize(2);
    }

    /** Audit entries and dead letters are in different topics, so either may be read first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMarkCountsWhetherItIsReadBeforeOrAfterItsLetter(boolean markFirst) {
        ReceivedRecord letter = letter("report", "EXHAUSTED");
        ReceivedRecord mark = mark(letter, "replay-dead-letter", letter.appended(), "report:new");
        if (markFirst) {
            rows.write(List.of(mark));
            assertThat(paged(EVERY, 10)).as("a mark alone is no dead letter").isEmpty();
            rows.write(List.of(letter));
        } else {
            rows.write(List.of(letter)).write(List.of(mark));
        }
        assertThat(entry(letter).standing()).isEqualTo(Standing.REPLAYED);
        assertThat(entry(letter).replayedAs()).isEqualTo("report:new");
        assertThat(paged(DeadLetterFilter.OPEN, 10)).isEmpty();
    }

    @Test
    void theLastMarkCountsAndComingAgainChangesNothing() {
        ReceivedRecord letter = letter("report", "EXHAUSTED");
        ReceivedRecord replay = mark(letter, "replay-dead-letter", letter.appended(), "report:new");
        ReceivedRecord drop = mark(letter, "drop-dead-letter", letter.appended(), null);
        rows.write(List.of(letter, replay, drop)).write(List.of(replay)).write(List.of(letter));
        assertThat(entry(letter).standing()).isEqualTo(Standing.DROPPED);
        assertThat(entry(letter).replayedAs()).isNull();
    }

    @Test
    void aMarkOfAFormerTopicDoesNotMarkTheRecordThatIsNowAtItsPosition() {
        ReceivedRecord letter = letter("report", "EXHAUSTED");
        ReceivedRecord old = mark(letter, "drop-dead-letter", letter.appended().minusSeconds(60), null);
        rows.write(List.of(letter, old));
        assertThat(entry(letter).standing()).isEqualTo(Standing.OPEN);
        assertThat(paged(DeadLetterFilter.OPEN, 10)).hasSize(1);
    }

    @Test
    void whereItComesFromIsShownAsFarAsItIsKnown() {
        written.put(
                Written.NAMES.deadLetters(),
                null,
                null,
                Map.of(
                        Headers.ORIGIN_TOPIC, "carillon.results",
                        Headers.ORIGIN_PARTITION, "2",
                        Headers.ORIGIN_OFFSET, "17",
                        Headers.ORIGIN_TIMESTAMP, "1000",
                        Headers.CAUSE_MESSAGE, "größe \uD83D\uDE00 \u0000"));
        rows.write(written.records());
        assertThat(paged(EVERY, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.origin()).isEqualTo(new RecordPlace("carillon.results", 2, 17, Instant.ofEpochSecond(1)));
            assertThat(entry.message()).isEqualTo("größe \uD83D\uDE00 \u0000");
            assertThat(entry.key()).isEmpty();
            assertThat(entry.cause()).isEqualTo("UNKNOWN");
        });
    }

    @Test
    void positionsWithoutALetterHaveNone() {
        ReceivedRecord letter = letter("report", "EXHAUSTED");
        rows.write(List.of(letter));
        assertThat(deadLetters.get(letter.partition(), letter.offset() + 1)).isEmpty();
        assertThat(deadLetters.get(-1, Long.MAX_VALUE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "c", "c1", "c1-2", "ca-b-c", "c1--2-3", "c99999999999999999999-0-0", "c'-'-'"})
    void aTextThatIsNoCursorIsRefused(String cursor) {
        assertThatThrownBy(() -> deadLetters.find(EVERY, cursor, 10))
                .isInstanceOfSatisfying(
                        ConsoleException.class, e -> assertThat(e.problem()).isEqualTo(ConsoleProblem.BAD_CURSOR));
    }
}
